import { autoMatchAll } from "@/lib/contracts/match-runs";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { matchAllDeposits } from "@/server/suggestions/match-all-deposits";

export const POST = route(autoMatchAll, (ctx) => matchAllDeposits(ctx));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
