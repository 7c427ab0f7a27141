export const EXPIRED = "This sign-in has expired. Please log in again.";

const SENTENCES: Record<string, string> = {
  conflict:
    "An account with this email address exists already. Sign in with your password, or prove once that the address is yours: use “Forgot password?”.",
  unusable_input:
    "The provider did not tell us your email address. Allow it there, or sign in with a password.",
  rate_limited: "Too many attempts. Please try again in a few minutes.",
  CredentialsSignin: "Invalid username or password",
  unauthenticated: EXPIRED,
  // Came without the challenge that belongs to it.
  two_factor_required: EXPIRED,
};

/** What the code in `/login?error=…` means, in words; next-auth has many more for "did not work". */
export function arrivalErrorText(code: string): string {
  return Object.hasOwn(SENTENCES, code)
    ? (SENTENCES[code] ?? "")
    : "Signing in through the provider did not work. Please try again.";
}
