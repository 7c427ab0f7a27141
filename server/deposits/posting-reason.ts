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
  "books_closed",
  "choice_outdated",
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
  books_closed: "post_on_open_day",
  choice_outdated: "choose",
};

/** Why a posting needs a user; null where it doesn't. */
export function postingReason({ posting }: Pick<ShownDeposit, "posting">): OpenReason | null {
  if (posting?.state !== "failed" && posting?.state !== "blocked") return null;
  const { message: text, details, errorCode } = posting;
  const reason = { text, details, line_id: null, quickbooks_url: "" };
  if (posting.state === "failed") return { ...reason, code: "posting_failed", action: "retry" };
  const obstacle = POSTING_OBSTACLES.find((each) => each === errorCode);
  return {
    ...reason,
    code: "posting_blocked",
    action: obstacle ? ACTIONS[obstacle] : "connect",
  };
}
