import { confirmMatch } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { confirm } from "@/server/matches/confirm-match";

export const POST = route(confirmMatch, (ctx, { body }) => confirm(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
