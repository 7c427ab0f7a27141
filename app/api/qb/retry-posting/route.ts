import { retryPosting } from "@/lib/contracts/deposits";
import { route } from "@/server/http/route";
import { retry } from "@/server/posting/retry-posting";

export const POST = route(retryPosting, (ctx, { body }) => retry(ctx, body));
