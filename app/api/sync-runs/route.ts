import { syncRunList } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listRuns } from "@/server/sync/list-runs";

export const GET = route(syncRunList, (ctx) => listRuns(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
