import { postAllOnOpenDay as contract } from "@/lib/contracts/open-day";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { postAllOnOpenDay } from "@/server/posting/post-all-on-open-day";

export const POST = route(contract, (ctx) => postAllOnOpenDay(ctx));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
