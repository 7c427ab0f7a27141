import { latestMatchRun, startMatchRun } from "@/lib/contracts/match-runs";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { findLatestMatchRun } from "@/server/matches/latest-match-run";
import { startBulkMatch } from "@/server/matches/start-match-run";

export const GET = route(latestMatchRun, (ctx) => findLatestMatchRun(ctx));
export const POST = route(startMatchRun, (ctx, { body }) => startBulkMatch(ctx, body));
export const { PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "POST");
