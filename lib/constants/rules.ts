/** The kinds of lines that a rule covers, each by what it is to a bookkeeper. */
export const RULE_KINDS = [
  "charge",
  "refund",
  "dispute",
  "bill",
  "adjustment",
  "reserve",
  "transfer",
] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** Whether the processor names a customer: it doesn't matter, one, none, this one. */
export const RULE_CUSTOMERS = ["any", "known", "none", "named"] as const;
export type RuleCustomer = (typeof RULE_CUSTOMERS)[number];

/** Kinds that a receipt can record; all can be booked to an account. */
export const RECEIPT_RULE_KINDS: readonly RuleKind[] = ["charge", "refund", "dispute"];

/** Days to wait for the payment to be entered before the rule applies. */
export const DEFAULT_AFTER_DAYS = 3;
export const MAX_AFTER_DAYS = 90;
export const MAX_WAIT_DAYS = 365;

export const MAX_RULES = 200;
export const RULE_TEXT_LENGTH = 200;

/** How far back a preview looks, and how many lines it lists. */
export const PREVIEW_DAYS = 90;
export const PREVIEW_ROWS = 50;
