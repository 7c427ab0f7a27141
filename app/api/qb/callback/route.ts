import { quickbooksCallback } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { completeQuickbooksConnect } from "@/server/integrations/complete-quickbooks-connect";

export const POST = route(quickbooksCallback, (ctx, { body }) =>
  completeQuickbooksConnect(ctx, body),
);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
