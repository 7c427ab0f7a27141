import { z } from "zod";
import { counted } from "@/lib/counted";
import { type DateFormat, formatDay } from "@/lib/format-date";
import type { LedgerWords } from "@/lib/ledger-words";

const ids = z.object({ quickbooksId: z.string().nullable() });
const names = z.array(z.string());

/** The facts of an event that the history shows; all others are ignored. Rows of earlier versions have fewer. */
const facts = ids
  .extend({
    adopted: z.boolean(),
    lines: z.number(),
    /** Payouts that did not stay at the bank, and whose payments this one carries. */
    cameBack: names,
    message: z.string(),
    account: z.string(),
    rule: z.string(),
    email: z.string(),
    about: z.string(),
    /** Null: a line is no longer postponed. */
    until: z.string().nullable(),
    /** Of a match. */
    matches: z.number(),
    by: z.string(),
    decided: z.array(
      z.object({
        userId: z.number().nullable(),
        how: z.enum(["recorded", "chosen", "booked"]),
        count: z.number(),
      }),
    ),
    /** In the books: one record, what stays there, and customers that were created. */
    record: z.string(),
    left: names,
    customers: names,
    /** The Deposit of someone else that is no longer linked; empty where it isn't known. */
    unlinked: z.string(),
    restored: z.boolean(),
    /** The Auto Match run that was undone as a whole. */
    run: z.string(),
    status: z.string(),
    /** Payments that an undo had deleted and a retry creates again. */
    again: z.number(),
  })
  .partial()
  .catch({});
type Facts = z.infer<typeof facts>;

/** What is known around an event. */
export interface Around {
  /** The year of the event: days of others show theirs. */
  year: number;
  format: DateFormat;
  /** The accounting software of that time. */
  ledger: LedgerWords;
  userName: (id: number) => string;
  /** Names of what this undo has deleted in the books, and of what was gone already. */
  deleted: readonly string[];
  gone: readonly string[];
  /** Whether the Deposit of an undo of an earlier version was ours. */
  wasOurs: boolean;
}

type Words = string | ((facts: Facts, around: Around) => string);

const inBooks = ({ name, depositOf }: LedgerWords, id: string | null | undefined) =>
  id ? `${name} ${depositOf(id)}` : "";

/** The events that a deposit's history is made of, each in words. */
const EVENT_WORDS: Record<string, Words> = {
  "deposit.received": ({ lines, cameBack }) =>
    `Imported from the processor${lines ? ` (${counted(lines, "line")})` : ""}${backText(cameBack)}`,
  "deposit.fees_predicted": "Fee estimate updated from the processor's settings",
  "deposit.batch_divided": "Divided as in the processor's settings: American Express is apart",
  "deposit.batch_joined": "Joined as in the processor's settings: American Express is included",
  "deposit.lines_replaced": ({ cameBack }) =>
    `Imported again: its transactions have changed${backText(cameBack)}`,
  "deposit.payment_returned": "A payment was returned by the customer's bank",
  "deposit.matched": matchedText,
  "deposit.suggested": "Match suggested",
  "deposit.pending": "Suggestion withdrawn",
  "deposit.confirmed": ({ matches = 0, decided = [] }, around) =>
    decided.length === 0
      ? "Suggestion confirmed"
      : `Suggestion confirmed: ${listOf([...decidedParts(decided, around), `${matches - total(decided)} as suggested`])}`,
  "deposit.dismissed": "Suggestion dismissed",
  "deposit.dismissal_undone": ({ restored }) =>
    restored ? "Dismissal undone, suggested again" : "Dismissal undone",
  "deposit.matched_by_hand": ({ decided = [] }, around) =>
    decided.length === 0 ? "Matched manually" : `Matched: ${listOf(decidedParts(decided, around))}`,
  "deposit.line_booked": ({ account }) =>
    account ? `Account chosen for a line: ${account}` : "Account chosen for a line",
  "deposit.payment_planned": "Planned",
  "deposit.line_matched": "Payment chosen for a line",
  "deposit.choice_cancelled": "Choice for a line removed",
  "deposit.line_waits": ({ until }, { format, year }) =>
    `Line postponed${until ? ` until ${formatDay(until, format, year)}` : ""}`,
  "deposit.line_asked_again": "Line no longer postponed",
  "deposit.payment_created": (_, { ledger }) => `Created in ${ledger.name}`,
  "deposit.customer_created": ({ record }, { ledger }) =>
    `Created in ${ledger.name}: ${record ?? "a customer"}`,
  "deposit.client_asked": ({ email, about }) => `Asked ${email} about ${about}`,
  "deposit.question_revoked": ({ email, about }) => `Question withdrawn: ${email}, about ${about}`,
  "deposit.question_answered": ({ email, message }) => `Answered by ${email}: ${message}`,
  "deposit.questions_declined": ({ email }) => `Question declined by ${email}, who wants no more`,
  "deposit.open_day_chosen": "Dated on the first open day",
  "deposit.own_day_restored": "Date set back to the payout's",
  "deposit.approved": "Approved for posting",
  "deposit.posted": ({ adopted, quickbooksId }, { ledger }) => {
    if (!quickbooksId) return `Posted to ${ledger.name}`;
    return adopted
      ? `Linked to existing ${inBooks(ledger, quickbooksId)}`
      : `Posted to ${ledger.name} as ${ledger.depositOf(quickbooksId)}`;
  },
  "deposit.put_aside": ({ message, quickbooksId }, { ledger }) => {
    // The note of a linked Deposit names it.
    const where = message || inBooks(ledger, quickbooksId);
    return `Marked as booked elsewhere${where && `: ${where}`}`;
  },
  "deposit.existing_dismissed": "Marked “not this payout”",
  "deposit.adopted": ({ quickbooksId, message }, { ledger }) =>
    `Linked to existing ${inBooks(ledger, quickbooksId) || `${ledger.name} ${ledger.deposit}`}${message ? ` (${message})` : ""}`,
  "deposit.posting_failed": "Posting failed",
  "deposit.posting_retried": ({ again = 0 }) =>
    again > 0
      ? `Posting retried; ${counted(again, "deleted payment")} to be created again`
      : "Posting retried",
  "deposit.record_deleted": ({ record }, { ledger }) =>
    `${record} deleted in ${ledger.name} by an undo`,
  "deposit.record_gone": ({ record }, { ledger }) => `${record} was no longer in ${ledger.name}`,
  "deposit.undone": undoneText,
  "deposit.released": (_, { ledger }) => `Unmatched because its payments changed in ${ledger.name}`,
  "deposit.payments_closed": (_, { ledger }) =>
    `Unmatched because the account or the day of its payments was changed in ${ledger.name} Settings`,
  "deposit.payout_returned": "Unmatched because the payout didn't reach the bank",
  "deposit.ledger_deleted": ({ quickbooksId, left = [] }, { ledger }) =>
    `Unmatched because its ${quickbooksId ? ledger.depositOf(quickbooksId) : "deposit"} was deleted in ${ledger.name}${stays(left)}`,
  "deposit.ledger_changed": ({ quickbooksId, left = [] }, { ledger }) =>
    `Unmatched because its ${quickbooksId ? ledger.depositOf(quickbooksId) : "deposit"} was changed in ${ledger.name}, where it stays${stays(left)}`,
  "deposit.deleted": ({ status, quickbooksId }, { ledger }) =>
    status === "posted" && quickbooksId
      ? `Deleted here; ${inBooks(ledger, quickbooksId)} stays`
      : "Deleted here",
  "deposit.restored": ({ status, quickbooksId }, { ledger }) =>
    status === "posted" && quickbooksId
      ? `Restored here, still ${inBooks(ledger, quickbooksId)}`
      : "Restored here",
};

/** These say their message themselves, or have none. */
const HAVE_SAID: ReadonlySet<string> = new Set([
  "deposit.adopted",
  "deposit.put_aside",
  "deposit.question_answered",
]);

/** An event in a bookkeeper's words. */
export function eventText(action: string, data: unknown, around: Around): string {
  const found = facts.parse(data);
  const words = EVENT_WORDS[action] ?? action;
  const text = typeof words === "string" ? words : words(found, around);
  const message = HAVE_SAID.has(action) ? "" : (found.message ?? "");
  const rule = found.rule ? `. Rule: ${found.rule}` : "";
  return `${text}${message && `: ${message}`}${rule}`;
}

/** Whether the program decided, also where a user's request made it look. */
export function isDecidedByEngine(data: unknown): boolean {
  return facts.parse(data).by === "engine";
}

/** The Deposit that an event links or unlinks, and the record that it deletes. */
export function recordsOf(data: unknown): Pick<Facts, "quickbooksId" | "adopted" | "record"> {
  return facts.parse(data);
}

function matchedText({ matches = 0, decided = [] }: Facts, around: Around): string {
  if (decided.length === 0) return "Matched automatically";
  const auto = matches > 0 ? [`${matches} by Auto Match`] : [];
  return `Matched: ${listOf([...decidedParts(decided, around), ...auto])}`;
}

const DECIDED_WORDS = {
  recorded: (count: number) => `${counted(count, "payment")} recorded`,
  chosen: (count: number) => `${counted(count, "line")} matched`,
  booked: (count: number) => `${counted(count, "line")} booked`,
};

function decidedParts(decided: NonNullable<Facts["decided"]>, { userName }: Around): string[] {
  return decided.map(
    ({ userId, how, count }) =>
      `${DECIDED_WORDS[how](count)} by ${userId === null ? "a rule" : userName(userId)}`,
  );
}

function total(decided: NonNullable<Facts["decided"]>): number {
  return decided.reduce((sum, { count }) => sum + count, 0);
}

/** What became of each thing in the books. */
function undoneText(event: Facts, { ledger, deleted, gone, wasOurs }: Around): string {
  const { name } = ledger;
  const { quickbooksId, unlinked, left = [], customers = [], restored, run } = event;
  const parts = [run ? "Match undone with the others of its run" : "Match undone"];
  const isNew = event.left !== undefined || run !== undefined;
  if (unlinked !== undefined) {
    parts.push(
      unlinked === ""
        ? `nothing changed in ${name}`
        : `${inBooks(ledger, unlinked)} unlinked, it stays there`,
    );
  } else if (!isNew && quickbooksId) {
    parts.push(`${inBooks(ledger, quickbooksId)} ${wasOurs ? "deleted" : "unlinked"}`);
  }
  if (deleted.length > 0) parts.push(`${name} ${listOf(deleted)} deleted`);
  if (gone.length > 0) parts.push(`${listOf(gone)} no longer there`);
  if (left.length > 0) {
    parts.push(`${listOf(left)} left in ${name} because changed there since`);
  }
  if (customers.length > 0) {
    const many = customers.length > 1;
    parts.push(
      `${many ? "customers" : "customer"} ${listOf(customers)} ${many ? "stay" : "stays"} in ${name}`,
    );
  }
  if (restored) parts.push("suggested again");
  return parts.join(", ");
}

function backText(ids: readonly string[] = []): string {
  if (ids.length === 0) return "";
  return `, with the money of ${ids.length === 1 ? "payout" : "payouts"} ${listOf(ids)}, which came back`;
}

function stays(left: readonly string[]): string {
  if (left.length === 0) return "";
  return `. ${listOf(left)} ${left.length > 1 ? "stay" : "stays"} there`;
}

/** "Deposit 756, Payment 812 and Sales receipt 813" */
function listOf(texts: readonly string[]): string {
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} and ${last}`;
}
