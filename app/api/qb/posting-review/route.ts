import { postingReview as contract } from "@/lib/contracts/posting-review";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { loadReview } from "@/server/posting/review/load-review";

export const GET = route(contract, (ctx) => loadReview(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
