import { capitalized } from "@/lib/capitalized";
import type { OpenAction, OpenReasonCode } from "@/lib/constants/open-reasons";
import type { Deposit } from "@/lib/contracts/deposits";
import type { ExistingDeposit } from "@/lib/contracts/existing-deposits";
import type { PostingReview, PostingWait } from "@/lib/contracts/posting-review";
import type { Queue } from "@/lib/contracts/queue";
import { groupBy } from "@/lib/group-by";
import type { LedgerWords } from "@/lib/ledger-words";
import { parseDecimal, sumMinor, toWireDecimal } from "@/lib/money";

/** What deposits wait for, in the order of the inbox: what one answer settles for many comes first. */
const KINDS = [
  "suggested",
  "failed",
  "closed_books",
  "negative",
  "setting",
  "other_account",
  "recorded",
  "choose",
  "missing",
  "account",
  "differs",
  "returned",
  "postponed",
  "in_transit",
] as const;
type CauseKind = (typeof KINDS)[number];

/** A cause, and the deposits that wait for it. */
export interface Cause {
  /** The same from one answer of the server to the next. */
  key: string;
  kind: CauseKind;
  title: string;
  count: number;
  /** What the deposits amount to, by currency. */
  sums: { currency: string; amount: string }[];
  /** Those that are known; the oldest first. Of matched deposits that wait for a setting, none are. */
  deposits: Deposit[];
  /** What the matched ones among them wait for. */
  waits: PostingWait[];
  /** What the ledger may have of the matched ones among them. */
  existing: ExistingDeposit[];
}

const KIND_OF: Record<OpenReasonCode, CauseKind> = {
  posting_failed: "failed",
  posting_blocked: "setting",
  payout_returned: "returned",
  maybe_booked: "recorded",
  in_bank: "recorded",
  other_account: "other_account",
  account_missing: "account",
  suggested: "choose",
  ambiguous: "choose",
  already_matched: "choose",
  outside_window: "choose",
  amount_differs: "differs",
  partly_paid: "differs",
  part_of_payment: "differs",
  currency_differs: "differs",
  difference: "differs",
  invoice_open: "missing",
  missing: "missing",
  waiting: "postponed",
  in_transit: "in_transit",
};

const TITLES: Record<CauseKind, (ledger: LedgerWords) => string> = {
  suggested: () => "To confirm",
  failed: ({ name }) => `Rejected by ${name}`,
  closed_books: () => "Books closed",
  negative: () => "Negative payouts",
  setting: () => "Setting missing",
  other_account: () => "In another account",
  recorded: () => "Already booked",
  choose: () => "Which payment?",
  missing: ({ name }) => `Not in ${name}`,
  account: () => "Needs an account",
  differs: () => "Amounts differ",
  returned: () => "Returned or canceled",
  postponed: () => "Postponed",
  in_transit: () => "On its way",
};

interface Waiting {
  queue: Queue;
  review: PostingReview | undefined;
  /** What the ledger may have already, of matched deposits too. */
  existing: readonly ExistingDeposit[];
  ledger: LedgerWords;
}

type Row = Pick<Cause, "kind" | "count" | "sums"> & {
  /** What distinguishes causes of one kind. */
  subject: string;
  deposit?: Deposit;
  wait?: PostingWait;
  existing?: ExistingDeposit;
};

/**
 * What waits for the user, cause by cause, each deposit under one of them. Of groups that are longer than what the
 * queue lists, only the oldest deposits are counted, except for suggestions.
 */
export function causesOf({ queue, review, existing, ledger }: Waiting): Cause[] {
  const rows = [
    ...queue.groups.flatMap(queueRows),
    ...(review?.waiting ?? []).map(waitRow),
    ...existing.filter(({ matched }) => matched).map(existingRow),
  ];
  const causes = [...groupBy(rows, ({ kind, subject }) => `${kind} ${subject}`)].map(
    ([key, all]): Cause => {
      const { kind = "choose" } = all[0] ?? {};
      return {
        ...{ key, kind },
        title: titleOf(all[0], ledger),
        count: all.reduce((sum, { count }) => sum + count, 0),
        sums: totals(all.flatMap(({ sums }) => sums)),
        deposits: all.flatMap(({ deposit }) => deposit ?? []),
        waits: all.flatMap((row) => row.wait ?? []),
        existing: all.flatMap((row) => row.existing ?? []),
      };
    },
  );
  return causes.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function titleOf(row: Row | undefined, ledger: LedgerWords): string {
  const { kind = "choose", subject = "", wait } = row ?? {};
  if (kind === "setting" && wait) return capitalized(`needs ${wait.waits_for}`);
  if (kind === "other_account" && subject !== "") return `In ${subject}`;
  return TITLES[kind](ledger);
}

function queueRows({ group, count, sums, deposits }: Queue["groups"][number]): Row[] {
  if (group === "suggested") {
    return count === 0 ? [] : [{ kind: "suggested", subject: "", count, sums }];
  }
  return deposits.map((deposit) => ({ ...causeOf(deposit), ...amountOf(deposit), deposit }));
}

function causeOf({ reason }: Deposit): Pick<Row, "kind" | "subject"> {
  if (!reason) return { kind: "choose", subject: "" };
  const kind = (reason.action && KIND_OF_ACTION[reason.action]) ?? KIND_OF[reason.code];
  if (kind === "other_account") return { kind, subject: reason.account };
  return { kind, subject: kind === "setting" ? reason.text : "" };
}

/** Each is a cause of its own, whatever the text says. */
const KIND_OF_ACTION: Partial<Record<OpenAction, CauseKind>> = {
  post_on_open_day: "closed_books",
  negative_account: "negative",
};

function waitRow(wait: PostingWait): Row {
  const kind = (wait.action && KIND_OF_ACTION[wait.action]) ?? "setting";
  const { count, totals: sums } = wait;
  return { ...{ kind, count, sums, wait }, subject: kind === "setting" ? wait.text : "" };
}

function existingRow(existing: ExistingDeposit): Row {
  return { kind: "recorded", subject: "", ...amountOf(existing), existing };
}

function amountOf({ total_amt, currency }: Pick<Deposit, "total_amt" | "currency">) {
  return { count: 1, sums: [{ currency, amount: total_amt }] };
}

/** One sum for each currency, in the order in which they come. */
function totals(sums: Cause["sums"]): Cause["sums"] {
  return [...groupBy(sums, ({ currency }) => currency)].map(([currency, all]) => ({
    currency,
    amount: toWireDecimal(
      sumMinor(all.map(({ amount }) => parseDecimal(amount, currency))),
      currency,
    ),
  }));
}

/** All of a list of causes together. */
export function leftOf(causes: readonly Cause[]): Pick<Cause, "count" | "sums"> {
  return {
    count: causes.reduce((sum, { count }) => sum + count, 0),
    sums: totals(causes.flatMap(({ sums }) => sums)),
  };
}

/** How many deposits of the queue are beyond what it lists. */
export function beyondOf(queue: Queue): number {
  return queue.groups
    .filter(({ group }) => group !== "suggested")
    .reduce((sum, { count, deposits }) => sum + count - deposits.length, 0);
}
