import { putAside as contract } from "@/lib/contracts/existing-deposits";
import { putAside } from "@/server/existing/put-aside";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => putAside(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
