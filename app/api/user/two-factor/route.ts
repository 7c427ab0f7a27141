import { twoFactorStatus as contract } from "@/lib/contracts/two-factor";
import { twoFactorStatus } from "@/server/auth/two-factor/enrol";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(contract, (ctx) => twoFactorStatus(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
