import { changeRole as contract } from "@/lib/contracts/people";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { changeRole } from "@/server/people/change-role";

export const PUT = route(contract, (ctx, { body }) => changeRole(ctx, body));
export const { GET, POST, PATCH, DELETE, OPTIONS } = refuseOthers("PUT");
