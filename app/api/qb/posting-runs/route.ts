import { listPostingRuns as contract } from "@/lib/contracts/posting-runs";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listPostingRuns } from "@/server/posting/runs/list-posting-runs";

export const GET = route(contract, (ctx) => listPostingRuns(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
