import { Prisma } from "@/generated/prisma/client";
import type { Role } from "@/lib/constants/roles";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { DateFormat } from "@/lib/format-date";
import { LEDGERS, type ProviderId } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { ledgerOf, wordsOf } from "@/server/work/ledger-words";
import { eventText, isDecidedByEngine, recordsOf } from "./history-words";

/** An event as {@link historyQuery} reads it. */
export interface HistoryRow {
  /** ISO 8601, UTC. */
  at: string;
  action: string;
  data: unknown;
  /** The accounting software of that time; null before the first. */
  ledger: ProviderId | null;
  /** Null: the product itself. */
  userId: number | null;
  /** Null: the user is no longer a member. */
  username: string | null;
  role: Role | null;
  /** The name of the API token that the user had made, when it was one. */
  apiToken: string | null;
  /** By their ids: the users that decided lines; null where there are none. */
  deciders: Record<string, string> | null;
}

const PRODUCT = "Deposit Matcher";
const SHOWN = 100;

/** Who did what with a deposit, newest first. A name is looked up by its id, never in a list of all. */
export function historyQuery({ companyId }: CompanyContext, depositId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, a.action, a.data,
      coalesce((SELECT i.provider::text FROM integrations i WHERE i.company_id = a.company_id
        AND i.provider = ANY (${LEDGERS}::provider[]) AND i.connected_at <= a.at
        AND (i.disconnected_at IS NULL OR i.disconnected_at >= a.at) ORDER BY i.connected_at DESC LIMIT 1),
        ${ledgerOf(Prisma.sql`a.company_id`)}) AS ledger,
      a.user_id AS "userId", a.role::text AS role, a.api_token AS "apiToken",
      (SELECT u.username FROM users u WHERE u.id = a.user_id) AS username,
      CASE WHEN jsonb_typeof(a.data -> 'decided') = 'array' THEN
        (SELECT jsonb_object_agg(u.id, u.username) FROM jsonb_array_elements(a.data -> 'decided') e
          JOIN users u ON u.id = (e ->> 'userId')::int) END AS deciders
    FROM audit_events a WHERE a.company_id = ${companyId}::uuid AND a.entity = 'deposit'
      AND a.entity_id = ${depositId}::int::text
    ORDER BY a.id DESC LIMIT ${SHOWN}::int`;
}

/** The history as the wire has it. The deletions of an undo are told with it. */
export function toHistory(
  events: readonly HistoryRow[],
  format: DateFormat,
): DepositDetail["history"] {
  const shown: DepositDetail["history"] = [];
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index];
    if (!event) continue;
    const steps = event.action === "deposit.undone" ? stepsBefore(events, index) : [];
    const older = events.slice(index + 1);
    const { at, action, data, ledger, role, deciders, ...by } = event;
    const isEngine = isDecidedByEngine(data);
    const text = eventText(action, data, {
      ...{ year: Number(at.slice(0, 4)), format, ledger: wordsOf(ledger) },
      userName: (id) => deciders?.[id] ?? "a former user",
      deleted: recordsIn(steps, "deposit.record_deleted"),
      gone: recordsIn(steps, "deposit.record_gone"),
      wasOurs: wasOurs(older, recordsOf(data).quickbooksId),
    });
    shown.push({
      at,
      who: isEngine ? PRODUCT : nameOf(by),
      role: isEngine ? null : role,
      action,
      text,
    });
    index += steps.length;
  }
  return shown;
}

const STEPS: ReadonlySet<string> = new Set(["deposit.record_deleted", "deposit.record_gone"]);

/** What an undo did right before it ended, the newest first; a step of someone else's undo, which stopped, is its own. */
function stepsBefore(events: readonly HistoryRow[], index: number): HistoryRow[] {
  const undone = events[index];
  const steps: HistoryRow[] = [];
  for (const step of events.slice(index + 1)) {
    const isOwn = step.userId === undone?.userId && step.apiToken === undone?.apiToken;
    if (!isOwn || !STEPS.has(step.action)) break;
    steps.push(step);
  }
  return steps;
}

/** In the order in which they went. */
function recordsIn(steps: readonly HistoryRow[], action: string): string[] {
  return steps
    .filter((step) => step.action === action)
    .map(({ data }) => recordsOf(data).record ?? "")
    .toReversed();
}

/** Whether a Deposit was created by us: undos of earlier versions don't say. */
function wasOurs(older: readonly HistoryRow[], quickbooksId: string | null | undefined): boolean {
  const linked = older.find(
    ({ action, data }) =>
      ["deposit.posted", "deposit.adopted", "deposit.put_aside"].includes(action) &&
      recordsOf(data).quickbooksId === quickbooksId,
  );
  return linked?.action === "deposit.posted" && recordsOf(linked.data).adopted !== true;
}

function nameOf({
  userId,
  username,
  apiToken,
}: Pick<HistoryRow, "userId" | "username" | "apiToken">): string {
  if (userId === null) return PRODUCT;
  if (apiToken === null) return username ?? "A former user";
  return `API token “${apiToken}” of ${username ?? "a former user"}`;
}
