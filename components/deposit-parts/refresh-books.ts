import type { QueryClient } from "@tanstack/react-query";

/** Root of all keys that a decision about a deposit can change: deposits, payments, figures. */
export const BOOKS = ["books"] as const;

/** Root of all keys that connecting or disconnecting a provider can change: connections, syncs, accounts. */
export const CONNECTIONS = ["integrations"] as const;

export function refreshBooks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: BOOKS });
}
