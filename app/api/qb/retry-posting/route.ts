import { retryPosting as contract } from "@/lib/contracts/deposits";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { retryPosting } from "@/server/posting/retry-posting";

export const POST = route(contract, (ctx, { body }) => retryPosting(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
