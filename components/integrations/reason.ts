import { ApiError, NetworkError } from "@/lib/api-errors";

/**
 * The server's own words, where they tell a person more than "try again later": a refused key, a missing
 * permission, no connection. Undefined where the failure is not theirs to mend.
 */
export function plainReason(error: unknown): string | undefined {
  if (error instanceof NetworkError) return error.message;
  if (error instanceof ApiError && error.status < 500) return error.message;
  return undefined;
}

/** `plainReason` as the second line of a toast. */
export function withReason(error: unknown): { description?: string } {
  const description = plainReason(error);
  return description === undefined ? {} : { description };
}
