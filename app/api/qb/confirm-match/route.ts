import { confirmMatch } from "@/lib/contracts/deposits";
import { route } from "@/server/http/route";
import { confirm } from "@/server/matches/confirm-match";

export const POST = route(confirmMatch, (ctx, { body }) => confirm(ctx, body));
