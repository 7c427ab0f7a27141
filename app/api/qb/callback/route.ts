import { quickbooksCallback } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { completeQuickbooksConnect } from "@/server/integrations/complete-quickbooks-connect";

export const POST = route(quickbooksCallback, (ctx, { body }) =>
  completeQuickbooksConnect(ctx, body),
);
