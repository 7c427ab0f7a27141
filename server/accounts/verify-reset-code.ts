import type { BodyOf } from "@/lib/contracts/endpoint";
import type { verifyOtp } from "@/lib/contracts/passwords";
import { redeemCode } from "./reset-codes";
import { throttled } from "./throttle";
import type { RequestContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";

/**
 * Verifies a reset code.
 * @returns the message, and the grant for the browser that asked: it goes into a cookie, never into the
 * response body.
 * @throws UnusableInputError with one message for every reason; RateLimitedError.
 */
export function verifyResetCode(
  { ipAddress }: RequestContext,
  { email, otp }: BodyOf<typeof verifyOtp>,
): Promise<{ grant: string; message: string }> {
  return throttled("verify-otp", { account: email.toLowerCase(), ipAddress }, async () => {
    const grant = await redeemCode(email, otp);
    if (grant === null) throw new UnusableInputError("Invalid OTP. Please try again.");
    return { grant, message: "OTP verified successfully" };
  });
}
