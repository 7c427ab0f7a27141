import { instant, messageResponse, storedId, text, uniqueName } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

// Limits what argon2 has to hash; longer than any passphrase.
export const MAX_PASSWORD = 1024;

// Accounts that are older than the rules for new names must still be able to sign in.
const typedUsername = text(150);
const newUsername = uniqueName(150);
export const email = z.email("Please enter a valid email address").max(254);
export const password = z
  .string()
  .min(6, "Password must be at least 6 characters")
  .max(MAX_PASSWORD, "Password is too long");

/**
 * A user, as signing in returns it.
 * @schema User
 */
export const userRecord = z.object({
  /** The user's id. */
  id: storedId,
  username: z.string(),
  /** The user's email address. */
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** When the account was created. */
  date_joined: instant,
});
export type UserRecord = z.infer<typeof userRecord>;

/**
 * A session that has begun.
 * @schema SignedIn
 */
export const signedIn = z.object({
  /** The whole Authorization header of further calls: "TOKEN …". */
  token: z.string(),
  user: userRecord,
  message: z.string(),
});

export const credentials = z.object({
  username: typedUsername.min(1, "Username is required"),
  password,
});

export const registrationFields = {
  /** The name to sign in with, at least 2 characters, in one alphabet. */
  username: newUsername.min(2, "Username must be at least 2 characters"),
  password,
  /** The password once more. */
  password_confirm: z.string().max(MAX_PASSWORD),
};

/** For `refine`: the password was typed the same way twice. */
export const samePasswords = (form: { password: string; password_confirm: string }): boolean =>
  form.password === form.password_confirm;
export const DIFFERENT_PASSWORDS = {
  message: "Passwords do not match",
  path: ["password_confirm"],
};

export const registration = z
  .object({ ...registrationFields, email })
  .refine(samePasswords, DIFFERENT_PASSWORDS);

export const login = defineEndpoint({
  method: "POST",
  path: "/user/login/api/",
  summary: "Sign in",
  access: "public",
  role: "anyone",
  problems: ["account_disabled", "two_factor_required", "unauthenticated"],
  body: credentials,
  response: signedIn,
});

export const createAccount = defineEndpoint({
  method: "POST",
  path: "/user/create/api/",
  summary: "Create an account and its company",
  access: "public",
  role: "anyone",
  problems: ["already_exists", "sign_up_closed", "unusable_input"],
  body: registration,
  response: signedIn,
});

export const logout = defineEndpoint({
  method: "POST",
  path: "/user/logout/api/",
  summary: "End the session of this token",
  access: "session",
  role: "self",
  apiTokens: false,
  response: messageResponse,
});
