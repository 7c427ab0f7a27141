import { autoMatch } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { autoMatchDeposit } from "@/server/suggestions/auto-match-deposit";

export const POST = route(autoMatch, (ctx, { body }) => autoMatchDeposit(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
