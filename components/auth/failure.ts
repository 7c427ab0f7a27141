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
