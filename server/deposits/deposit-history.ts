import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { DepositDetail } from "@/lib/contracts/deposits";
import type { CompanyContext } from "@/server/context";

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

/** An event as {@link historyOf} reads it. */
export interface HistoryRow {
  /** ISO 8601, UTC. */
  at: string;
  action: string;
  data: unknown;
  /** Null: the product itself. */
  userId: number | null;
  /** Null: whoever it was is no member any more. */
  username: string | null;
}

/** Who did what with a deposit, newest first. A name is looked up by its id, never in a list of all. */
export function historyOf({ companyId }: CompanyContext, depositId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, a.action, a.data,
      a.user_id AS "userId", (SELECT u.username FROM users u WHERE u.id = a.user_id) AS username
    FROM audit_events a WHERE a.company_id = ${companyId}::uuid AND a.entity = 'deposit'
      AND a.entity_id = ${depositId}::int::text
    ORDER BY a.id DESC LIMIT 100`;
}

/** The history as the wire has it. */
export function toHistory(events: readonly HistoryRow[]): DepositDetail["history"] {
  return events.map(({ at, action, data, userId, username }) => ({
    at,
    who: userId === null ? "Deposit Matcher" : (username ?? "A former user"),
    action,
    text: textOf(action, data),
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
