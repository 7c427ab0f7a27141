import { ApiError, NetworkError } from "@/lib/api-errors";

const NO_NETWORK = "Network error detected. Please check your connection and try again.";

/** What to say when sign-up failed: the server's words, else the documented ones. */
export function failureText(
  error: unknown,
  { refused, other }: { refused: string; other: string },
): string {
  if (error instanceof NetworkError) return NO_NETWORK;
  if (!(error instanceof ApiError)) return other;
  if (hasWords(error)) return error.message;
  return error.status >= 400 ? refused : other;
}

/**
 * What to say when login failed: the server's words, else the documented ones; those would mislead where
 * the server was not reached, so `description` then says it.
 */
export function loginFailure(error: unknown): { text: string; description?: string } {
  if (error instanceof ApiError && hasWords(error)) return { text: error.message };
  const text = "Invalid username or password";
  if (error instanceof NetworkError) return { text, description: NO_NETWORK };
  return error instanceof ApiError ? { text, description: error.message } : { text };
}

/** Whether a refusal came from our server, and not from something in between. */
function hasWords(error: ApiError): boolean {
  return error.code !== "unexpected_answer" && error.message !== "";
}

export const EXPIRED = "This sign-in has expired. Please sign in again.";

const SENTENCES: Record<string, string> = {
  already_exists:
    "An account with this email address already exists. Sign in with your password, or use “Forgot password?” to confirm that the address is yours.",
  unusable_input:
    "The provider didn't share your email address. Allow it there, or sign in with a password.",
  sign_up_closed:
    "There is no account for this address, and this installation isn't open to new people. Ask its owner.",
  account_disabled: "This account is disabled. Ask the operator of this installation.",
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
