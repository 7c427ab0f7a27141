import { cancelMatchRun } from "@/lib/contracts/match-runs";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { cancelBulkMatch } from "@/server/matches/cancel-match-run";

export const POST = route(cancelMatchRun, (ctx, { body }) => cancelBulkMatch(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
