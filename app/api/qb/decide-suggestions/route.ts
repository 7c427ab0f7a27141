import { decideSuggestions as contract } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { decideSuggestions } from "@/server/suggestions/decide-suggestions";

export const POST = route(contract, (ctx, { body }) => decideSuggestions(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
