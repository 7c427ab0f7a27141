import type { Deposit } from "@/lib/contracts/deposits";

type Posting = NonNullable<Deposit["posting"]>;

const MOVING: ReadonlySet<Posting["state"]> = new Set(["queued", "sending", "undoing"]);

/** Something is on its way to QuickBooks, so what the page shows is about to change. */
export function isMoving(deposit: Pick<Deposit, "posting">): boolean {
  return deposit.posting !== null && MOVING.has(deposit.posting.state);
}

/** QuickBooks refused it, or something is missing: a user has to do something. */
export function isStuck({ posting }: Pick<Deposit, "posting">): boolean {
  return posting?.state === "blocked" || posting?.state === "failed";
}

const TITLES: Record<Posting["state"], string> = {
  queued: "Waiting to post to QuickBooks",
  sending: "Posting to QuickBooks",
  posted: "Posted to QuickBooks",
  blocked: "Not posted yet",
  failed: "Couldn't post this deposit",
  undoing: "Removing from QuickBooks",
  held: "Ready to post",
};

export function postingTitle({
  posting,
  quickbook_id,
}: Pick<Deposit, "quickbook_id"> & { posting: Posting }): string {
  if (posting.state !== "posted" || !posting.adopted) return TITLES[posting.state];
  return quickbook_id === "" ? "Booked elsewhere" : "Already in QuickBooks";
}

/** What deleting does and what it leaves alone. */
export function deletionText(deposit: Pick<Deposit, "id" | "quickbook_id">): string {
  const here = `Removes deposit #${deposit.id} here and frees its payments. Syncing won't bring it back.`;
  return deposit.quickbook_id === ""
    ? `${here} Nothing changes at your payment processor or in QuickBooks.`
    : `${here} Deposit ${deposit.quickbook_id} stays in QuickBooks.`;
}

/** What undoing does. @param created how many payments we created in QuickBooks for the deposit */
export function undoText(
  deposit: Pick<Deposit, "status" | "quickbook_id" | "posting">,
  created = 0,
): string {
  const ours = created === 1 ? "the payment we created" : `the ${created} payments we created`;
  if (deposit.status !== "posted") {
    return created === 0
      ? "Undoes the match. Its payments can be matched again."
      : `Deletes ${ours} in QuickBooks, then undoes the match. Anything changed there since is kept.`;
  }
  if (deposit.quickbook_id === "") {
    return "Puts the deposit back on your to-do list. Nothing changes in QuickBooks.";
  }
  const made = `Deposit ${deposit.quickbook_id}`;
  if (deposit.posting?.adopted) {
    return `Unlinks QuickBooks ${made}. It stays in QuickBooks because we didn't create it.`;
  }
  return created === 0
    ? `Deletes ${made} in QuickBooks, then undoes the match. If that fails, nothing changes.`
    : `Deletes ${made} and ${ours} in QuickBooks, then undoes the match. Anything changed there since is kept.`;
}
