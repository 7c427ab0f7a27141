import { confirmTwoFactor as contract } from "@/lib/contracts/two-factor";
import { confirmTwoFactor } from "@/server/auth/two-factor/enrol";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => confirmTwoFactor(ctx, body.code));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
