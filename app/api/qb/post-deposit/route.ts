import { postDeposit as contract } from "@/lib/contracts/posting-review";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { postOne } from "@/server/posting/review/post-one";

export const POST = route(contract, (ctx, { body }) => postOne(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
