import type { DepositInput, HistoryEntry, LineInput, PaymentInput } from "../contract";
import type { NameLevel } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import { toNameForm } from "../text/names";

type DepositFacts = Omit<DepositInput, "lines">;

/** Number of dismissals of two names, with no confirmation, that make them two customers. */
const MIN_REFUSALS = 2;

/** Labelled feedback: what earlier decisions of this company say about a pair of records. */
export class PastDecisions {
  private readonly dismissed = new Set<string>();
  private readonly undone = new Set<string>();
  private readonly confirmedNames = new Set<string>();
  private readonly refusals = new Map<string, number>();

  /** @param history earlier decisions of this company in any order; O(history) */
  constructor(history: HistoryEntry[]) {
    for (const { decision, deposit, line, payment } of history) {
      const names = namePair(deposit, line, payment);
      if (decision === "confirmed") {
        if (names) this.confirmedNames.add(names);
        continue;
      }
      const into = decision === "dismissed" ? this.dismissed : this.undone;
      for (const key of pairKeys(deposit, line, payment)) into.add(key);
      if (names) this.refusals.set(names, (this.refusals.get(names) ?? 0) + 1);
    }
  }

  /**
   * True for a dismissed pair, the same records or others with the same facts: it is never
   * proposed.
   */
  isDismissed(item: PayoutItem, row: LedgerRow): boolean {
    return this.dismissed.size > 0 && this.has(this.dismissed, item, row);
  }

  /** True for a match that a user undid: it may be suggested, but is never made automatically. */
  wasUndone(item: PayoutItem, row: LedgerRow): boolean {
    return this.undone.size > 0 && this.has(this.undone, item, row);
  }

  /**
   * @returns `confirmed_names` for two names confirmed once, `refused_names` for names refused
   * repeatedly and never confirmed, otherwise null
   */
  learnedNameLevel({ deposit, line }: PayoutItem, { payment }: LedgerRow): NameLevel | null {
    if (this.confirmedNames.size === 0 && this.refusals.size === 0) return null;
    const names = namePair(deposit, line, payment);
    if (names === null) return null;
    if (this.confirmedNames.has(names)) return "confirmed_names";
    return (this.refusals.get(names) ?? 0) >= MIN_REFUSALS && !isSameName(names)
      ? "refused_names"
      : null;
  }

  private has(set: Set<string>, item: PayoutItem, row: LedgerRow): boolean {
    return pairKeys(item.deposit, item.line, row.payment).some((key) => set.has(key));
  }
}

function pairKeys(
  deposit: DepositFacts,
  line: LineInput | undefined,
  payment: PaymentInput,
): [string, string] {
  const record = line ?? deposit;
  const facts = [
    deposit.currency,
    line?.type,
    record.amount,
    record.date,
    key(line?.entity),
    key(record.description),
    key(record.reference),
    payment.currency,
    payment.amount,
    payment.date,
    key(payment.customerName),
    key(payment.reference),
  ];
  return [JSON.stringify([deposit.id, line?.id ?? null, payment.id]), JSON.stringify(facts)];
}

/** A deposit without lines is identified by the words of its bank text, without numbers. */
function namePair(
  deposit: DepositFacts,
  line: LineInput | undefined,
  payment: PaymentInput,
): string | null {
  const pair = [
    line ? key(line.entity) : signature(deposit.description),
    key(payment.customerName),
  ];
  return pair.includes("") ? null : JSON.stringify(pair);
}

function isSameName(pair: string): boolean {
  const [left, right] = JSON.parse(pair) as [string, string];
  return left === right;
}

function key(name: string | undefined): string {
  return name ? toNameForm(name).key : "";
}

function signature(description: string | undefined): string {
  return description ? [...toNameForm(description).distinctive].sort().join(" ") : "";
}
