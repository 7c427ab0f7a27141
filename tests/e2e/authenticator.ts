import { generateSync } from "otplib";
import { beginTwoFactor, confirmTwoFactor } from "@/lib/contracts/two-factor";
import { type Account, callApi } from "./api";

/**
 * What an authenticator app shows for a secret now, or `steps` times thirty seconds from now. A code
 * counts once; the next one is taken already.
 */
export function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
}

/** Turns two-factor on for an account; uses up the code of this moment. */
export async function enableTwoFactor({ token, password }: Pick<Account, "token" | "password">) {
  const { secret } = await callApi(beginTwoFactor, { token, body: { current_password: password } });
  const { recovery_codes } = await callApi(confirmTwoFactor, {
    token,
    body: { code: codeOf(secret) },
  });
  return { secret, recoveryCodes: recovery_codes };
}
