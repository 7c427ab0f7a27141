import { dismissMatch as contract } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { dismissMatch } from "@/server/suggestions/dismiss-match";

export const POST = route(contract, (ctx, { body }) => dismissMatch(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
