import { decideSuggestions } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { decideAll } from "@/server/matches/decide-suggestions";

export const POST = route(decideSuggestions, (ctx, { body }) => decideAll(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
