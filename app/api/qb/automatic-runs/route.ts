import { listAutomaticRuns as contract } from "@/lib/contracts/automatic-runs";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listAutomaticRuns } from "@/server/posting/runs/list-automatic-runs";

export const GET = route(contract, (ctx) => listAutomaticRuns(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
