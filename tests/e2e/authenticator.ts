import { generateSync } from "otplib";
import { beginTwoFactor, confirmTwoFactor } from "@/lib/contracts/two-factor";
import { type Account, callApi } from "./api";

/**
 * An authenticator app's code for a secret, `steps` times thirty seconds from now. A code works once; the
 * next one is accepted early.
 */
export function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
}

/** Turns two-factor on for an account; uses the current code. */
export async function enableTwoFactor({ token, password }: Pick<Account, "token" | "password">) {
  const { secret } = await callApi(beginTwoFactor, { token, body: { current_password: password } });
  const { recovery_codes } = await callApi(confirmTwoFactor, {
    token,
    body: { code: codeOf(secret) },
  });
  return { secret, recoveryCodes: recovery_codes };
}
