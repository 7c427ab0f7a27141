import { toNameForm } from "./names";
import type { NameLevel } from "./prior";
import type { Entry, Unit } from "./rows";
import type { DepositInput, HistoryEntry, LineInput, PaymentInput } from "./types";

type DepositFacts = Omit<DepositInput, "lines">;

/** So many dismissals of two names, and none confirmed, say that they are two customers. */
const REFUSALS = 2;

/** What earlier decisions of this company say about a pair of rows. */
export class Experience {
  private readonly dismissed = new Set<string>();
  private readonly undone = new Set<string>();
  private readonly confirmedNames = new Set<string>();
  private readonly refusals = new Map<string, number>();

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

  /** Dismissed pairs never come back: the same rows, or other rows with the same facts. */
  isDismissed(unit: Unit, entry: Entry): boolean {
    return this.dismissed.size > 0 && this.has(this.dismissed, unit, entry);
  }

  /** A person took this match apart; it may be suggested again, but never made alone. */
  wasUndone(unit: Unit, entry: Entry): boolean {
    return this.undone.size > 0 && this.has(this.undone, unit, entry);
  }

  /**
   * What decisions say of the two names: the same customer once confirmed, two customers when
   * refused again and again and never confirmed. Null where nothing is known.
   */
  namesOf({ deposit, line }: Unit, { payment }: Entry): NameLevel | null {
    if (this.confirmedNames.size === 0 && this.refusals.size === 0) return null;
    const names = namePair(deposit, line, payment);
    if (names === null) return null;
    if (this.confirmedNames.has(names)) return "confirmed_names";
    return (this.refusals.get(names) ?? 0) >= REFUSALS && !isSameName(names)
      ? "refused_names"
      : null;
  }

  private has(set: Set<string>, unit: Unit, entry: Entry): boolean {
    return pairKeys(unit.deposit, unit.line, entry.payment).some((key) => set.has(key));
  }
}

function pairKeys(
  deposit: DepositFacts,
  line: LineInput | undefined,
  payment: PaymentInput,
): [string, string] {
  const row = line ?? deposit;
  const facts = [
    deposit.currency,
    line?.type,
    row.amount,
    row.date,
    key(line?.entity),
    key(row.description),
    key(row.reference),
    payment.currency,
    payment.amount,
    payment.date,
    key(payment.customerName),
    key(payment.reference),
  ];
  return [JSON.stringify([deposit.id, line?.id ?? null, payment.id]), JSON.stringify(facts)];
}

/** A deposit without lines is known by the words of its bank text, numbers left out. */
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
  return description ? [...toNameForm(description).telling].sort().join(" ") : "";
}
