import { integrationList } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { listIntegrations } from "@/server/integrations/list";

export const GET = route(integrationList, (ctx) => listIntegrations(ctx));
