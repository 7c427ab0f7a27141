import { integrationList } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listIntegrations } from "@/server/integrations/list-integrations";

export const GET = route(integrationList, (ctx) => listIntegrations(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
