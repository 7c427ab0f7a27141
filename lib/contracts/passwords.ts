import { email, MAX_PASSWORD, password } from "@/lib/contracts/accounts";
import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/** The account whose password was forgotten. */
export const resetRequest = z.object({
  /** The account's email address. */
  email,
});

const INVALID_OTP = "OTP must be 6 digits";
export const otp = z.string(INVALID_OTP).regex(/^\d{6}$/, INVALID_OTP);

export const newPassword = z
  .object({
    /** At least 6 characters. */
    new_password: password,
    confirm_password: z
      .string()
      .min(6, "Confirm password must be at least 6 characters")
      .max(MAX_PASSWORD, "Password is too long"),
  })
  .refine((form) => form.new_password === form.confirm_password, {
    message: "Passwords do not match",
    path: ["confirm_password"],
  });

const EMPTY = "Please fill in all password fields";
const filled = z.string(EMPTY).min(1, EMPTY).max(MAX_PASSWORD, "Password is too long");

export const passwordChange = z
  .object({
    current_password: filled,
    // Sign-in accepts no shorter one.
    /** At least 6 characters. */
    new_password: filled.min(6, "Password must be at least 6 characters"),
    confirm_password: filled,
  })
  .refine((form) => form.new_password === form.confirm_password, {
    message: "New password and confirm password do not match",
    path: ["confirm_password"],
  });

/** Sets the cookie that verifying the code requires. The response is the same if the address has no account. */
export const sendOtp = defineEndpoint({
  method: "POST",
  path: "/user/send-otp/api/",
  summary: "Email a reset code",
  access: "public",
  role: "anyone",
  body: resetRequest,
  response: messageResponse,
});

/** Requires the cookie that asking for the code set, and sets the one that resetting the password requires. */
export const verifyOtp = defineEndpoint({
  method: "POST",
  path: "/user/verify-otp/api/",
  summary: "Check a reset code",
  access: "public",
  role: "anyone",
  problems: ["unusable_input"],
  body: z.object({
    /** The address that the code was mailed to. */
    email,
    /** The six digits of the mail. */
    otp,
  }),
  response: messageResponse,
});

const newPasswordResponse = messageResponse.extend({
  /** Names of the account's API tokens, which keep working; absent when it has none. */
  api_tokens: z.array(z.string()).optional(),
});

/** Requires the cookie that verifying the code set, and ends every session. */
export const resetPassword = defineEndpoint({
  method: "POST",
  path: "/user/reset-password/api/",
  summary: "Set a new password after a reset code",
  access: "public",
  role: "anyone",
  problems: ["account_disabled", "forbidden"],
  body: newPassword.safeExtend({
    /** The account's email address. */
    email,
  }),
  response: newPasswordResponse,
});

/** Ends every other session. */
export const changePassword = defineEndpoint({
  method: "POST",
  path: "/user/change-password/api/",
  summary: "Change the password",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["unusable_input"],
  body: passwordChange,
  response: newPasswordResponse,
});
