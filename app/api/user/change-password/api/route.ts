import { changePassword as contract } from "@/lib/contracts/passwords";
import { changePassword } from "@/server/auth/change-password";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => changePassword(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
