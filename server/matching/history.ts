import { toNameForm } from "./names";
import type { Entry, Unit } from "./normalize";
import type { DepositInput, HistoryEntry, LineInput, PaymentInput } from "./types";

type DepositFacts = Omit<DepositInput, "lines">;

/** What earlier decisions of this company say about a pair of rows. */
export class Experience {
  private readonly dismissed = new Set<string>();
  private readonly undone = new Set<string>();
  private readonly names = new Set<string>();

  constructor(history: HistoryEntry[]) {
    for (const { decision, deposit, line, payment } of history) {
      const keys = pairKeys(deposit, line, payment);
      if (decision === "confirmed") {
        const names = namePair(line?.entity, payment.customerName);
        if (names) this.names.add(names);
      } else {
        const into = decision === "dismissed" ? this.dismissed : this.undone;
        for (const key of keys) into.add(key);
      }
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

  /** Whether a confirmed match joined these two names, so that they mean the same customer. */
  joinsNames(unit: Unit, entry: Entry): boolean {
    if (this.names.size === 0) return false;
    const names = namePair(unit.line?.entity, entry.payment.customerName);
    return names !== null && this.names.has(names);
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

function namePair(left: string | undefined, right: string | undefined): string | null {
  const pair = [key(left), key(right)];
  return pair.includes("") ? null : JSON.stringify(pair);
}

function key(name: string | undefined): string {
  return name ? toNameForm(name).key : "";
}
