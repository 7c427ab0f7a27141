import { ApiError, NetworkError } from "@/lib/api-errors";

/**
 * The server's message if the user can act on it: a refused key, a missing permission, no connection.
 * Undefined for failures that the user can't fix.
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
