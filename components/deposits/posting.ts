import type { Deposit } from "@/lib/contracts/deposits";

type Posting = NonNullable<Deposit["posting"]>;

const MOVING: ReadonlySet<Posting["state"]> = new Set(["queued", "sending", "undoing"]);

/** Something is on its way to QuickBooks, so what the page shows is about to change. */
export function isMoving(deposit: Pick<Deposit, "posting">): boolean {
  return deposit.posting !== null && MOVING.has(deposit.posting.state);
}

const TITLES: Record<Posting["state"], string> = {
  queued: "Waiting to post to QuickBooks",
  sending: "Posting to QuickBooks",
  posted: "Posted to QuickBooks",
  blocked: "Not posted yet",
  failed: "Couldn't post this deposit",
  undoing: "Removing from QuickBooks",
};

export function postingTitle(posting: Posting): string {
  return TITLES[posting.state];
}

/** What deleting does and what it leaves alone. */
export function deletionText(deposit: Pick<Deposit, "id" | "quickbook_id">): string {
  const here = `Removes deposit #${deposit.id} here and frees its payments. Syncing won't bring it back.`;
  return deposit.quickbook_id === ""
    ? `${here} Nothing changes at your payment processor or in QuickBooks.`
    : `${here} Deposit ${deposit.quickbook_id} stays in QuickBooks.`;
}

/** What undoing does. */
export function undoText(deposit: Pick<Deposit, "status" | "quickbook_id" | "posting">): string {
  if (deposit.status !== "posted") {
    return "Undoes the match. Its payments can be matched again.";
  }
  const made = `Deposit ${deposit.quickbook_id}`;
  return deposit.posting?.adopted
    ? `Unlinks QuickBooks ${made}. It stays in QuickBooks because we didn't create it.`
    : `Deletes ${made} in QuickBooks, then undoes the match. If that fails, nothing changes.`;
}
