import * as contracts from "@/lib/contracts/match-runs";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { findLatestMatchRun } from "@/server/suggestions/find-latest-match-run";
import { startMatchRun } from "@/server/suggestions/start-match-run";

export const GET = route(contracts.latestMatchRun, (ctx) => findLatestMatchRun(ctx));
export const POST = route(contracts.startMatchRun, (ctx, { body }) => startMatchRun(ctx, body));
export const { PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "POST");
