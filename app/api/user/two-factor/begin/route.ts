import { beginTwoFactor as contract } from "@/lib/contracts/two-factor";
import { beginTwoFactor } from "@/server/auth/two-factor/enrol";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => beginTwoFactor(ctx, body.current_password));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
