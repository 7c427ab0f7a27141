/** Why a deposit is still open, the most urgent first. */
export const OPEN_REASONS = [
  /** The ledger refused the Deposit. */
  "posting_failed",
  /** Something that posting needs is missing: an account, a connection. */
  "posting_blocked",
  /** The bank returned the payout, or it was canceled or reversed. */
  "payout_returned",
  /** A Deposit in the books may be this payout's: a user says whether it is. */
  "maybe_booked",
  /** Its payments were booked straight to the bank account that it goes to. */
  "in_bank",
  /** The payment of a line was booked to another account, from which nothing can be deposited. */
  "other_account",
  /** A line without a payment has no account yet. */
  "account_missing",
  /** A likely match waits for a decision. */
  "suggested",
  /** Several payments fit one line equally well. */
  "ambiguous",
  /** The customer's payment has another amount, such as two digits swapped. */
  "amount_differs",
  /** The customer's payment is smaller. */
  "partly_paid",
  /** One payment is for this line and others, of other payouts. */
  "part_of_payment",
  /** An open invoice fits, and no payment was received on it. */
  "invoice_open",
  /** No payment of the line is in the books. */
  "missing",
  /** The payment that fits is on another deposit. */
  "already_matched",
  /** Equal amounts exist, but too far apart in time. */
  "outside_window",
  /** Equal amounts exist in another currency only. */
  "currency_differs",
  /** Every line has its payment, and the sum doesn't close. */
  "difference",
  /** All open lines are postponed. */
  "waiting",
  /** The payout has not reached the bank. */
  "in_transit",
] as const;
export type OpenReasonCode = (typeof OPEN_REASONS)[number];

/** The one thing that a user can do about an open deposit. */
export const OPEN_ACTIONS = [
  /** Confirm or dismiss the suggested match. */
  "review",
  /** Choose the payment of the line. */
  "choose",
  /** Create a sales or refund receipt for the line. */
  "create_receipt",
  /** Receive the payment on an open invoice. */
  "receive_payment",
  /** Choose the account of the line. */
  "choose_account",
  /** Post on the first day after the closed period. */
  "post_on_open_day",
  /** Say that it is booked elsewhere. */
  "put_aside",
  /** Post again. */
  "retry",
  /** Read the ledger again, then match again. */
  "check_again",
  /** Connect a provider. */
  "connect",
  /** Match payments from the account that they are in, or from an earlier day. */
  "match_from_account",
  /** Choose the account for negative payouts. */
  "negative_account",
  /** Choose what is missing for posting in the settings of the accounting software. */
  "ledger_settings",
  /** The same in the settings of the deposit's payment processor. */
  "source_settings",
] as const;
export type OpenAction = (typeof OPEN_ACTIONS)[number];
