export const EXPIRED = "This sign-in has expired. Please sign in again.";

const SENTENCES: Record<string, string> = {
  conflict:
    "An account with this email address already exists. Sign in with your password, or use “Forgot password?” to confirm that the address is yours.",
  unusable_input:
    "The provider didn't share your email address. Allow it there, or sign in with a password.",
  rate_limited: "Too many attempts. Please try again in a few minutes.",
  CredentialsSignin: "Invalid username or password",
  unauthenticated: EXPIRED,
  // Came without the challenge that belongs to it.
  two_factor_required: EXPIRED,
};

/** The text for the code in `/login?error=…`; next-auth has many more codes for a plain failure. */
export function arrivalErrorText(code: string): string {
  return Object.hasOwn(SENTENCES, code)
    ? (SENTENCES[code] ?? "")
    : "Couldn't sign you in through the provider. Please try again.";
}
