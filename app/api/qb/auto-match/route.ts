import { autoMatch } from "@/lib/contracts/deposits";
import { route } from "@/server/http/route";
import { autoMatchDeposit } from "@/server/matches/auto-match";

export const POST = route(autoMatch, (ctx, { body }) => autoMatchDeposit(ctx, body));
