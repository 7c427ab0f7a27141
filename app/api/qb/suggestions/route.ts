import { suggestionList } from "@/lib/contracts/deposits";
import { route } from "@/server/http/route";
import { listSuggestions } from "@/server/matches/list-suggestions";

export const GET = route(suggestionList, (ctx) => listSuggestions(ctx));
