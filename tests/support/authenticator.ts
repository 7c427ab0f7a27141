import { generateSync } from "otplib";
import { db } from "@/server/platform/db";
import { ok } from "./client";
import type { TestCompany } from "./company";

/** An authenticator app's code for a secret, `steps` times thirty seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
}

/** Moves the last use of a code into the past, so that the current code is accepted. */
export async function forgetLastCode(username: string): Promise<void> {
  await db("accounts").user.update({
    where: { usernameKey: username.toLowerCase() },
    data: { totpLastStep: null },
  });
}

/** Turns two-factor on for a person who has not used a code since. */
export async function enableTwoFactor(
  person: TestCompany,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await ok("POST", "/user/two-factor/begin/", person.token, {
    current_password: person.password,
  });
  const { recovery_codes } = await ok("POST", "/user/two-factor/confirm/", person.token, {
    code: codeOf(secret),
  });
  await forgetLastCode(person.username);
  return { secret, recoveryCodes: recovery_codes };
}
