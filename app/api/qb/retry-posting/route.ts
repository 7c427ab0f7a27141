import { retryPosting } from "@/lib/contracts/deposits";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { retry } from "@/server/posting/retry-posting";

export const POST = route(retryPosting, (ctx, { body }) => retry(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
