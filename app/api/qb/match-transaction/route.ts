import { matchTransaction } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { manualMatch } from "@/server/suggestions/manual-match";

export const POST = route(matchTransaction, (ctx, { body }) => manualMatch(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
