/** Parameters of the deposit list, for the contract and for pages that parse URLs. */
export const DEPOSIT_STATUSES = ["pending", "suggested", "matched", "posted"] as const;

/** The state of a payout at its processor. */
export const PAYOUT_STATUSES = ["pending", "in_transit", "paid", "failed", "canceled"] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** How a payment was made, where that decides when it reaches the bank. */
const PAID_BY = ["card", "amex", "echeck"] as const;
export type PaidBy = (typeof PAID_BY)[number];

export function isPaidBy(text: string | null): text is PaidBy {
  return PAID_BY.some((known) => known === text);
}

export const LINE_KINDS = [
  "charge",
  "refund",
  "dispute",
  "dispute_reversal",
  "fee",
  "adjustment",
  "reserve",
  "other",
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export const POSTING_STATES = [
  "queued",
  "sending",
  "posted",
  "blocked",
  "failed",
  "undoing",
  "held",
] as const;

/** Of a connection, as a filter names it. */
export const CONNECTION_ID =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Filters of the list other than status and dates. */
export const POSTED_FILTERS = ["no", "failed", "ready", "already"] as const;
export type PostedFilter = (typeof POSTED_FILTERS)[number];
export const HAS_FILTERS = ["refund", "dispute"] as const;
export type HasFilter = (typeof HAS_FILTERS)[number];
export const CURRENCY_CODE = /^[A-Z]{3}$/;

/** The sortable columns. */
export const SORT_KEYS = ["date", "account", "quickbooks_id", "amount", "status"] as const;
type SortKey = (typeof SORT_KEYS)[number];
/** A column; a leading "-" reverses the order. */
export type DepositSort = SortKey | `-${SortKey}`;

export const MAX_SEARCH_LENGTH = 200;
export const MAX_PAGE = 1_000_000;
export const MAX_PAGE_SIZE = 500;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A date `YYYY-MM-DD` that PostgreSQL accepts: it has no year 0. */
export function isFilterDate(text: string): boolean {
  if (!DATE.test(text) || text < "0001-01-01") return false;
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

export function isDepositSort(text: string): text is DepositSort {
  return (SORT_KEYS as readonly string[]).includes(text.replace(/^-/, ""));
}
