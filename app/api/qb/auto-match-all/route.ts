import { autoMatchAll } from "@/lib/contracts/deposits";
import { route } from "@/server/http/route";
import { matchAllDeposits } from "@/server/matches/auto-match";

export const POST = route(autoMatchAll, (ctx) => matchAllDeposits(ctx));
