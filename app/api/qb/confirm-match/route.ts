import { confirmMatch as contract } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { confirmMatch } from "@/server/suggestions/confirm-match";

export const POST = route(contract, (ctx, { body }) => confirmMatch(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
