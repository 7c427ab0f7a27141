import { quickbooksConnect } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { startQuickbooksConnect } from "@/server/integrations/start-quickbooks-connect";

export const GET = route(quickbooksConnect, (ctx) => startQuickbooksConnect(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
