import { z } from "zod";
import type { DepositDetail } from "@/lib/contracts/deposits";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";

const MOST = 100;

const ACTIONS: Record<string, string> = {
  "deposit.received": "Received from the processor",
  "deposit.fees_predicted": "Fees predicted again, by the rate in Authorize.Net Settings",
  "deposit.matched": "Matched automatically",
  "deposit.suggested": "A match was suggested",
  "deposit.pending": "The suggestion no longer holds",
  "deposit.confirmed": "Suggestion confirmed",
  "deposit.dismissed": "Suggestion dismissed",
  "deposit.dismissal_undone": "Dismissal undone",
  "deposit.matched_by_hand": "Matched by hand",
  "deposit.posted": "Posted to QuickBooks",
  "deposit.adopted": "Linked to the Deposit that QuickBooks had already",
  "deposit.posting_failed": "QuickBooks refused the posting",
  "deposit.posting_retried": "Posting tried again",
  "deposit.undone": "Match undone",
  "deposit.released": "Match released, because the payments changed in QuickBooks",
  "deposit.payout_returned": "Match released, because the payout did not reach the bank",
  "deposit.ledger_deleted": "Taken back, because its Deposit was deleted in QuickBooks",
  "deposit.ledger_changed": "Taken back, because its Deposit was changed in QuickBooks",
  "deposit.deleted": "Deleted",
  "deposit.restored": "Restored",
};

/** What of an event's facts a person wants to read; whatever else stands there is left alone. */
const facts = z
  .object({
    quickbooksId: z.string(),
    adopted: z.boolean(),
    lines: z.number(),
    message: z.string(),
  })
  .partial()
  .catch({});

/** Who did what with a deposit, newest first. */
export async function readHistory(
  tx: Tx,
  { companyId }: CompanyContext,
  depositId: number,
): Promise<DepositDetail["history"]> {
  const events = await tx.auditEvent.findMany({
    where: { companyId, entity: "deposit", entityId: String(depositId) },
    orderBy: { id: "desc" },
    take: MOST,
  });
  const ids = [...new Set(events.flatMap((event) => event.userId ?? []))];
  const users = await tx.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, username: true },
  });
  const names = new Map(users.map((user) => [user.id, user.username]));
  return events.map((event) => ({
    at: event.at.toISOString(),
    who: event.userId === null ? "Deposit Matcher" : (names.get(event.userId) ?? "A former user"),
    action: event.action,
    text: textOf(event.action, event.data),
  }));
}

function textOf(action: string, data: unknown): string {
  const what = ACTIONS[action] ?? action;
  const { quickbooksId, adopted, lines, message } = facts.parse(data);
  if (action === "deposit.posted" && quickbooksId) {
    return adopted
      ? `Linked to Deposit ${quickbooksId}, which QuickBooks had already`
      : `${what} as Deposit ${quickbooksId}`;
  }
  if (action === "deposit.undone" && quickbooksId) return `${what}, Deposit ${quickbooksId} let go`;
  if (action === "deposit.received" && lines)
    return `${what} with ${lines} ${lines === 1 ? "line" : "lines"}`;
  return message ? `${what}: ${message}` : what;
}
