import { dismissFailures } from "@/lib/contracts/failures";
import { dismiss } from "@/server/failures/dismiss-failures";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(dismissFailures, (ctx, { body }) => dismiss(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
