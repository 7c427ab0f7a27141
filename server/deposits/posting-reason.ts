import type { OpenReason } from "@/lib/contracts/deposits";
import type { OpenAction } from "@/lib/contracts/values/open-reasons";
import type { ShownDeposit } from "./columns";

/** What a blocked posting lacks. */
export const POSTING_OBSTACLES = [
  "not_connected",
  "bank_missing",
  "category_missing",
  "clearing_missing",
  "account_missing",
  "account_unusable",
  "currency_differs",
  "tax_code_unusable",
  "books_closed",
  "choice_outdated",
  "maybe_booked",
] as const;
export type PostingObstacle = (typeof POSTING_OBSTACLES)[number];

const ACTIONS: Record<PostingObstacle, OpenAction> = {
  not_connected: "connect",
  bank_missing: "ledger_settings",
  category_missing: "source_settings",
  clearing_missing: "ledger_settings",
  account_missing: "choose_account",
  account_unusable: "choose_account",
  currency_differs: "ledger_settings",
  tax_code_unusable: "ledger_settings",
  books_closed: "post_on_open_day",
  choice_outdated: "choose",
  maybe_booked: "review",
};

/** Why a posting needs a user; null where it doesn't. */
export function postingReason({
  posting,
  bankCurrency,
}: Pick<ShownDeposit, "posting" | "bankCurrency">): OpenReason | null {
  if (posting?.state !== "failed" && posting?.state !== "blocked") return null;
  const { message: text, details, errorCode } = posting;
  const reason = { text, details, line_id: null, quickbooks_url: "" };
  if (posting.state === "failed") return { ...reason, code: "posting_failed", action: "retry" };
  const obstacle = POSTING_OBSTACLES.find((each) => each === errorCode);
  // No account of ours mends a payout that the processor converted: a user records it with the bank's amount.
  const isConverted = obstacle === "currency_differs" && bankCurrency !== null;
  const action = obstacle ? ACTIONS[obstacle] : "connect";
  return { ...reason, code: "posting_blocked", action: isConverted ? "put_aside" : action };
}
