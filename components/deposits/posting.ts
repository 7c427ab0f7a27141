import type { Deposit } from "@/lib/contracts/deposits";

type Posting = NonNullable<Deposit["posting"]>;

const MOVING: ReadonlySet<Posting["state"]> = new Set(["queued", "sending", "undoing"]);

/** Something is on its way to QuickBooks, so what the page shows is about to change. */
export function isMoving(deposit: Pick<Deposit, "posting">): boolean {
  return deposit.posting !== null && MOVING.has(deposit.posting.state);
}

const TITLES: Record<Posting["state"], string> = {
  queued: "Waiting to be posted to QuickBooks",
  sending: "Posting to QuickBooks",
  posted: "Posted to QuickBooks",
  blocked: "Not posted yet: something is missing",
  failed: "QuickBooks did not take this deposit",
  undoing: "Being taken back from QuickBooks",
};

export function postingTitle(posting: Posting): string {
  return TITLES[posting.state];
}

/** What deleting does and what it leaves alone. */
export function deletionText(deposit: Pick<Deposit, "id" | "quickbook_id">): string {
  const here = `Deletes deposit #${deposit.id} here and frees its payments. The next sync does not bring it back.`;
  return deposit.quickbook_id === ""
    ? `${here} Nothing changes at your payment processor or in QuickBooks.`
    : `${here} The QuickBooks Deposit ${deposit.quickbook_id} stays.`;
}

/** What undoing does. */
export function undoText(deposit: Pick<Deposit, "status" | "quickbook_id" | "posting">): string {
  if (deposit.status !== "posted") {
    return "Takes the match back. Its payments become free for other deposits.";
  }
  const made = `QuickBooks Deposit ${deposit.quickbook_id}`;
  return deposit.posting?.adopted
    ? `Lets go of ${made}, which stays there: it was made before us.`
    : `Deletes the ${made} first, then takes the match back. If QuickBooks refuses, nothing changes.`;
}
