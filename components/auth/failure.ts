import { ApiError, NetworkError } from "@/lib/api";

const NO_NETWORK = "Network error detected. Please check your connection and try again.";

/** What to say when login or sign-up failed: the server's words, else the documented ones. */
export function failureText(
  error: unknown,
  { refused, other }: { refused: string; other: string },
) {
  if (error instanceof NetworkError) return NO_NETWORK;
  if (error instanceof ApiError) return error.message || refused;
  return other;
}
