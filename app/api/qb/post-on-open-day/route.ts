import { postOnOpenDay as contract } from "@/lib/contracts/open-day";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { postOnOpenDay } from "@/server/posting/post-on-open-day";

export const POST = route(contract, (ctx, { body }) => postOnOpenDay(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
