/** The kinds that a company chooses an account for, in the order of Settings. */
export const ACCOUNT_KINDS = [
  "refund",
  "dispute",
  "dispute_fee",
  "adjustment",
  "bill",
  "reserve",
  "transfer",
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** What a part of a payout is booked as. Each but `other` can have an account of its own, per source. */
export const BOOKING_KINDS = ["fee", ...ACCOUNT_KINDS, "other"] as const;
export type BookingKind = (typeof BOOKING_KINDS)[number];

/** What a user can book to an account: a fee has the expense category, a charge its payment, unless it has none. */
export const BOOKABLE_KINDS = ["charge", ...ACCOUNT_KINDS, "other"] as const;
export type BookableKind = (typeof BOOKABLE_KINDS)[number];

/** Whether "always" can be said of a kind: unknown movements are decided one by one. */
export function isAccountKind(kind: BookingKind | BookableKind): kind is AccountKind {
  return ACCOUNT_KINDS.some((known) => known === kind);
}

/** The groups of a chart of accounts, in the order of a list of them. */
export const ACCOUNT_GROUPS = [
  "Income",
  "Other Income",
  "Expense",
  "Other Expense",
  "Cost of Goods Sold",
  "Bank",
  "Other Current Asset",
  "Fixed Asset",
  "Other Asset",
  "Credit Card",
  "Other Current Liability",
  "Long Term Liability",
  "Equity",
] as const;
export type AccountGroup = (typeof ACCOUNT_GROUPS)[number];

/** The groups of costs: money that comes in is seldom booked there. */
export const EXPENSE_GROUPS: readonly AccountGroup[] = [
  "Expense",
  "Other Expense",
  "Cost of Goods Sold",
];

const CHARGEBACKS =
  /charge.?back|dispute|disputa|contracargo|litige|r[üu]ckbuch|r[üu]cklast|geschil/i;
const REFUNDS = /refund|return|allowance|rembours|erstatt|reembols|rimbors|terugbetal/i;

/** What the accounts of a kind are often called, the likeliest first; they are suggested before their groups. */
export const USUAL_NAMES: Partial<Record<AccountKind | "charge", readonly RegExp[]>> = {
  refund: [REFUNDS],
  dispute: [CHARGEBACKS, REFUNDS],
  dispute_fee: [CHARGEBACKS],
  reserve: [/reserve/i],
};

/** Where bookkeepers usually book a kind; suggested first, never chosen for anyone. */
export const USUAL_GROUPS: Record<AccountKind | "charge", readonly AccountGroup[]> = {
  charge: ["Income", "Other Income"],
  refund: ["Income"],
  dispute: ["Income", "Expense"],
  dispute_fee: ["Expense"],
  adjustment: ["Expense", "Other Income"],
  bill: ["Expense"],
  reserve: ["Other Current Asset"],
  transfer: ["Bank", "Other Current Asset"],
};
