import { quickbooksConnect } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { startQuickbooksConnect } from "@/server/integrations/start-quickbooks-connect";

export const GET = route(quickbooksConnect, (ctx) => startQuickbooksConnect(ctx));
