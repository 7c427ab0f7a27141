import { signedIn } from "@/lib/contracts/accounts";
import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

// Required before the account's credentials change.
export const currentPassword = z.string().max(1024).optional();

/** Six digits from the new authenticator; spaces are allowed. */
const authenticatorCode = z
  .string()
  .max(20)
  .transform((code) => code.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "Must be the 6 digits from your authenticator app"));

export const secondFactor = z
  .string()
  .trim()
  .min(6, "Enter the code from your authenticator app")
  .max(40);

/** Whether sign-in asks for a second factor. */
export const twoFactorStatus = defineEndpoint({
  method: "GET",
  path: "/user/two-factor/",
  summary: "Get the two-factor status",
  access: "session",
  role: "self",
  apiTokens: false,
  response: z.object({
    /** Whether signing in asks for a second factor. */
    enabled: z.boolean(),
    /** How many recovery codes are unused. */
    recovery_codes_left: z.number().int(),
  }),
});

/** It takes effect once confirmed. */
export const beginTwoFactor = defineEndpoint({
  method: "POST",
  path: "/user/two-factor/begin/",
  summary: "Create an authenticator secret",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["already_done", "forbidden", "unusable_input"],
  body: z.object({ current_password: currentPassword }),
  response: z.object({
    /** The authenticator's secret in Base32, to type in. */
    secret: z.string(),
    /** The secret as an `otpauth://` address, which authenticator apps read. */
    otpauth_url: z.string(),
    /** `otpauth_url` as an SVG image in a data URL. */
    qr_code: z.string(),
  }),
});

export const confirmTwoFactor = defineEndpoint({
  method: "POST",
  path: "/user/two-factor/confirm/",
  summary: "Turn two-factor on with a code from the new authenticator",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["already_done", "unusable_input", "wrong_step"],
  body: z.object({ code: authenticatorCode }),
  response: z.object({
    message: z.string(),
    /** Each works once, in place of a code; never shown again. */
    recovery_codes: z.array(z.string()),
  }),
});

/** The old ones stop working. */
export const renewRecoveryCodes = defineEndpoint({
  method: "POST",
  path: "/user/two-factor/recovery-codes/",
  summary: "Create new recovery codes",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["already_done", "forbidden", "unusable_input"],
  body: z.object({ current_password: currentPassword, code: secondFactor }),
  response: z.object({
    message: z.string(),
    /** Each works once, in place of a code; never shown again. */
    recovery_codes: z.array(z.string()),
  }),
});

export const disableTwoFactor = defineEndpoint({
  method: "POST",
  path: "/user/two-factor/disable/",
  summary: "Turn two-factor off",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["already_done", "forbidden", "unusable_input"],
  body: z.object({ current_password: currentPassword, code: secondFactor }),
  response: messageResponse,
});

/**
 * Sign-in returns 401 `two_factor_required` with a `challenge` when the account requires a second factor;
 * this takes the challenge (10 minutes, five tries) and a code, and returns what sign-in would have.
 */
export const loginSecondStep = defineEndpoint({
  method: "POST",
  path: "/user/login/two-factor/api/",
  summary: "Complete a sign-in with two-factor",
  access: "public",
  role: "anyone",
  problems: ["account_disabled", "unauthenticated"],
  body: z.object({
    /** `challenge` of the answer to signing in. */
    challenge: z.string().min(1).max(100),
    code: secondFactor,
  }),
  response: signedIn,
});
