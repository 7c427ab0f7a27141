import type { QueryClient } from "@tanstack/react-query";
import { refreshBooks } from "./refresh-books";

/** Key of every mutation that decides about a match: confirm, dismiss, undo. */
export const DECISIONS = ["decisions"] as const;

/**
 * Refetches the books after the last of several quick decisions. Doesn't wait for the answers: reading
 * payments from the ledger takes seconds, and until then the next decision would not count as the last.
 */
export function refreshAfterDecision(client: QueryClient): void {
  if (client.isMutating({ mutationKey: DECISIONS }) === 1) void refreshBooks(client);
}
