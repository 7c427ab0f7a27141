/**
 * The sealed credentials of one integration. `renew` takes a lock across all instances and re-reads the
 * stored value. It returns that value if `stale` was already renewed; otherwise it stores the result of
 * `exchange` before returning it.
 */
export interface CredentialStore<C> {
  current(): Promise<C>;
  renew(stale: C, exchange: (latest: C) => Promise<C>): Promise<C>;
}
