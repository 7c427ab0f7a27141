import { disableTwoFactor as contract } from "@/lib/contracts/two-factor";
import { disableTwoFactor } from "@/server/auth/two-factor/disable-two-factor";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => disableTwoFactor(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
