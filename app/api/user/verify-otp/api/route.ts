import { verifyOtp } from "@/lib/contracts/passwords";
import { RESET_GRANT } from "@/server/auth/reset-grant";
import { verifyResetCode } from "@/server/auth/verify-reset-code";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(verifyOtp, async (ctx, { body }, cookies) => {
  const { grant, ...answer } = await verifyResetCode(ctx, body);
  cookies.set(RESET_GRANT.name, grant, RESET_GRANT);
  return answer;
});
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
