/**
 * The sealed credentials of one integration. `renew` returns the stored value if `stale` was already renewed;
 * otherwise it stores the result of `exchange` before returning it. Of all processes, only one at a time calls `exchange`
 * for an account.
 */
export interface CredentialStore<C> {
  current(): Promise<C>;
  renew(stale: C, exchange: (latest: C) => Promise<C>): Promise<C>;
}
