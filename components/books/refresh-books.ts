import type { QueryClient } from "@tanstack/react-query";

/** Root of all keys that a decision about a deposit can change: deposits, payments, figures. */
export const BOOKS = ["books"] as const;

export function refreshBooks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: BOOKS });
}
