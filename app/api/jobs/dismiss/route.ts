import { dismissFailures as contract } from "@/lib/contracts/failures";
import { dismissFailures } from "@/server/failures/dismiss-failures";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => dismissFailures(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
