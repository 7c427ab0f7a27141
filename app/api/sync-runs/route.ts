import { syncRunList } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { listRuns } from "@/server/sync/list-runs";

export const GET = route(syncRunList, (ctx) => listRuns(ctx));
