import { retryFailures } from "@/lib/contracts/failures";
import { retryAll } from "@/server/failures/retry-failures";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(retryFailures, (ctx, { body }) => retryAll(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
