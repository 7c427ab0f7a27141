import { cancelMatchRun as contract } from "@/lib/contracts/match-runs";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { cancelMatchRun } from "@/server/suggestions/cancel-match-run";

export const POST = route(contract, (ctx, { body }) => cancelMatchRun(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
