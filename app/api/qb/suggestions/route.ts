import { suggestionList } from "@/lib/contracts/matches";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listSuggestions } from "@/server/suggestions/list-suggestions";

export const GET = route(suggestionList, (ctx, { query }) => listSuggestions(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
