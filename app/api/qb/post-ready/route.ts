import { postReady as contract } from "@/lib/contracts/posting-review";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { postReady } from "@/server/posting/review/post-ready";

export const POST = route(contract, (ctx, { body }) => postReady(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
