import { quickbooksDisconnect } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { disconnect } from "@/server/integrations/disconnect";

export const POST = route(quickbooksDisconnect, (ctx) => disconnect(ctx, "quickbooks"));
