import { resetPassword as contract } from "@/lib/contracts/passwords";
import { RESET_GRANT } from "@/server/auth/reset-grant";
import { resetPassword } from "@/server/auth/reset-password";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const POST = route(contract, async (ctx, { body }, cookies) => {
  const answer = await resetPassword(ctx, body, cookies.get(RESET_GRANT.name));
  cookies.delete(RESET_GRANT.name);
  return answer;
});
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
