import { retryFailures as contract } from "@/lib/contracts/failures";
import { retryFailures } from "@/server/failures/retry-failures";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => retryFailures(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
