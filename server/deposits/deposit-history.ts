import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { Role } from "@/lib/constants/roles";
import type { DepositDetail } from "@/lib/contracts/deposits";
import { type DateFormat, formatDay } from "@/lib/format-date";
import type { CompanyContext } from "@/server/platform/context";

const ACTIONS: Record<string, string> = {
  "deposit.received": "Imported from the processor",
  "deposit.fees_predicted": "Fee estimate updated from the processor's settings",
  "deposit.batch_divided": "Divided as in the processor's settings: American Express is apart",
  "deposit.batch_joined": "Joined as in the processor's settings: American Express is included",
  "deposit.lines_replaced": "Imported again: its transactions have changed",
  "deposit.payment_returned": "A payment was returned by the customer's bank",
  "deposit.matched": "Matched automatically",
  "deposit.suggested": "Match suggested",
  "deposit.pending": "Suggestion withdrawn",
  "deposit.confirmed": "Suggestion confirmed",
  "deposit.dismissed": "Suggestion dismissed",
  "deposit.dismissal_undone": "Dismissal undone",
  "deposit.matched_by_hand": "Matched manually",
  "deposit.line_booked": "Account chosen for a line",
  "deposit.payment_planned": "Planned",
  "deposit.line_matched": "Payment chosen for a line",
  "deposit.choice_cancelled": "Choice for a line removed",
  "deposit.line_waits": "Line postponed",
  "deposit.line_asked_again": "Line no longer postponed",
  "deposit.payment_created": "Created in QuickBooks",
  "deposit.client_asked": "Asked",
  "deposit.question_revoked": "Question withdrawn",
  "deposit.question_answered": "Answered",
  "deposit.questions_declined": "Question declined",
  "deposit.open_day_chosen": "Dated on the first open day",
  "deposit.own_day_restored": "Date set back to the payout's",
  "deposit.approved": "Approved for posting",
  "deposit.posted": "Posted to QuickBooks",
  "deposit.put_aside": "Booked elsewhere",
  "deposit.existing_dismissed": "Marked “not this payout”",
  "deposit.adopted": "Linked to an existing QuickBooks deposit",
  "deposit.posting_failed": "Posting failed",
  "deposit.posting_retried": "Posting retried",
  "deposit.undone": "Match undone",
  "deposit.released": "Unmatched because its payments changed in QuickBooks",
  "deposit.payments_closed":
    "Unmatched because the account or the day of its payments was changed in QuickBooks Settings",
  "deposit.payout_returned": "Unmatched because the payout didn't reach the bank",
  "deposit.ledger_deleted": "Unmatched because its deposit was deleted in QuickBooks",
  "deposit.ledger_changed": "Unmatched because its deposit was changed in QuickBooks",
  "deposit.deleted": "Deleted",
  "deposit.restored": "Restored",
};

/** The facts of an event that the history shows; all others are ignored. */
const facts = z
  .object({
    quickbooksId: z.string(),
    adopted: z.boolean(),
    lines: z.number(),
    cameBack: z.array(z.string()),
    message: z.string(),
    account: z.string(),
    rule: z.string(),
    email: z.string(),
    about: z.string(),
    /** Null: a line is no longer postponed. */
    until: z.string().nullable(),
  })
  .partial()
  .catch({});

/** An event as {@link historyQuery} reads it. */
export interface HistoryRow {
  /** ISO 8601, UTC. */
  at: string;
  action: string;
  data: unknown;
  /** Null: the product itself. */
  userId: number | null;
  /** Null: the user is no longer a member. */
  username: string | null;
  role: Role | null;
  /** The name of the API token that the user had made, when it was one. */
  apiToken: string | null;
}

/** Who did what with a deposit, newest first. A name is looked up by its id, never in a list of all. */
export function historyQuery({ companyId }: CompanyContext, depositId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, a.action, a.data,
      a.user_id AS "userId", a.role::text AS role, a.api_token AS "apiToken",
      (SELECT u.username FROM users u WHERE u.id = a.user_id) AS username
    FROM audit_events a WHERE a.company_id = ${companyId}::uuid AND a.entity = 'deposit'
      AND a.entity_id = ${depositId}::int::text
    ORDER BY a.id DESC LIMIT 100`;
}

/** The history as the wire has it. */
export function toHistory(
  events: readonly HistoryRow[],
  format: DateFormat,
): DepositDetail["history"] {
  return events.map(({ at, action, data, role, ...by }) => ({
    at,
    who: nameOf(by),
    role,
    action,
    text: textOf({ at, action, data }, format) + ruleOf(data),
  }));
}

function nameOf({
  userId,
  username,
  apiToken,
}: Pick<HistoryRow, "userId" | "username" | "apiToken">): string {
  if (userId === null) return "Deposit Matcher";
  if (apiToken === null) return username ?? "A former user";
  return `API token “${apiToken}” of ${username ?? "a former user"}`;
}

function textOf(
  { at, action, data }: Pick<HistoryRow, "at" | "action" | "data">,
  format: DateFormat,
): string {
  const what = ACTIONS[action] ?? action;
  const known = facts.parse(data);
  const { quickbooksId, adopted, lines, message, account, email, about, until } = known;
  if (action === "deposit.posted" && quickbooksId) {
    return adopted
      ? `Linked to existing QuickBooks Deposit ${quickbooksId}`
      : `${what} as Deposit ${quickbooksId}`;
  }
  if (action === "deposit.undone" && quickbooksId)
    return `${what}, QuickBooks Deposit ${quickbooksId} unlinked`;
  if (action === "deposit.line_booked" && account) return `${what}: ${account}`;
  if (action === "deposit.received" && lines)
    return `${what} (${lines} ${lines === 1 ? "line" : "lines"})${backText(known.cameBack)}`;
  if (action === "deposit.lines_replaced") return what + backText(known.cameBack);
  if (action === "deposit.client_asked") return `${what} ${email} about ${about}`;
  if (action === "deposit.question_revoked") return `${what}: ${email}, about ${about}`;
  if (action === "deposit.question_answered") return `${what} by ${email}: ${message}`;
  if (action === "deposit.questions_declined") return `${what} by ${email}, who wants no more`;
  const day = until ? ` until ${formatDay(until, format, Number(at.slice(0, 4)))}` : "";
  return message ? `${what}${day}: ${message}` : what + day;
}

/** Payouts that did not stay at the bank, and whose payments this one carries. */
function backText(ids: readonly string[] = []): string {
  if (ids.length === 0) return "";
  return `, with the money of ${ids.length === 1 ? "payout" : "payouts"} ${ids.join(" and ")}, which came back`;
}

/** What a rule decided names it. */
function ruleOf(data: unknown): string {
  const { rule } = facts.parse(data);
  return rule ? `. Rule: ${rule}` : "";
}
