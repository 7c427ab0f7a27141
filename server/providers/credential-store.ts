/**
 * Why something is read. Bookkeeping: a posting, an undo, a new connection, and the check of a choice that a person saves.
 * Interactive: lists to choose from, and all that API tokens ask for in requests; of a monthly allowance these stop first.
 */
export type ReadPurpose = "sync" | "bookkeeping" | "interactive";

/** Whose part of an allowance that companies share a read uses. */
export interface Reader {
  companyId: string;
  purpose: ReadPurpose;
  /** Whether an API token asks. */
  isToken: boolean;
}

/**
 * The sealed credentials of one integration. `renew` returns the stored value if `stale` was already renewed;
 * otherwise it stores the result of `exchange` before returning it. Of all processes, only one at a time calls `exchange`
 * for an account.
 */
export interface CredentialStore<C> {
  current(): Promise<C>;
  renew(stale: C, exchange: (latest: C) => Promise<C>): Promise<C>;
  /** Absent where nothing that is counted is read with it. */
  reader?: Reader;
}
