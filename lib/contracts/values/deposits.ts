/** What the deposit list can be asked for: the contract is made of it, and pages read addresses by it. */
export const DEPOSIT_STATUSES = ["pending", "suggested", "matched", "posted"] as const;

/** The columns that it can be sorted by. */
export const SORT_KEYS = ["date", "account", "quickbooks_id", "amount", "status"] as const;
type SortKey = (typeof SORT_KEYS)[number];
/** A column of the list; "-" in front of it: the other way round. */
export type DepositSort = SortKey | `-${SortKey}`;

export const LONGEST_SEARCH = 200;
export const LAST_PAGE = 1_000_000;
export const MOST_PER_PAGE = 500;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A day `YYYY-MM-DD` that PostgreSQL knows too: it has no year 0. */
export function isFilterDate(text: string): boolean {
  if (!DATE.test(text) || text < "0001-01-01") return false;
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

export function isDepositSort(text: string): text is DepositSort {
  return (SORT_KEYS as readonly string[]).includes(text.replace(/^-/, ""));
}
