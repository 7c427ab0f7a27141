import { renewRecoveryCodes as contract } from "@/lib/contracts/two-factor";
import { renewRecoveryCodes } from "@/server/auth/two-factor/renew-recovery-codes";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, (ctx, { body }) => renewRecoveryCodes(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
