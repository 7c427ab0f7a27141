import { dismissMatch } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { dismiss } from "@/server/matches/dismiss-match";

export const POST = route(dismissMatch, (ctx, { body }) => dismiss(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
