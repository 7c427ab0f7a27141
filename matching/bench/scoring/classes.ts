import type { Dataset, RowFacts } from "../model";

/**
 * Interchangeable rows by one common key: the same customer, amount and date, for lines in the same
 * deposit. Any of them is right. Rows that show only the same group of
 * customers are interchangeable too. A row without a true customer is a class of its own.
 */
export interface Classes {
  /** By line id; for deposits without lines by deposit id. */
  line: ReadonlyMap<string, string>;
  payment: ReadonlyMap<string, string>;
}

export function classesOf({ deposits, payments, truth }: Dataset): Classes {
  const line = new Map<string, string>();
  for (const deposit of deposits) {
    for (const { id, date, amount } of deposit.lines ?? []) {
      const customer = customerKey(truth.lineFacts.get(id));
      line.set(id, customer === null ? id : `${deposit.id} ${customer} ${amount} ${date}`);
    }
    if (deposit.lines) continue;
    const { id, date, amount, currency } = deposit;
    const customer = customerKey(truth.lineFacts.get(id));
    line.set(id, customer === null ? id : `${currency} ${customer} ${amount} ${date}`);
  }
  const payment = new Map<string, string>();
  for (const { id, date, amount, currency } of payments) {
    const customer = customerKey(truth.paymentFacts.get(id));
    payment.set(id, customer === null ? id : `${currency} ${customer} ${amount} ${date}`);
  }
  return { line, payment };
}

/** The customer that a row shows, or the group of customers; null without a true customer. */
export function customerKey(facts: RowFacts | undefined): string | null {
  if (!facts || facts.customer === null) return null;
  return (facts.among ?? [facts.customer]).join("/");
}

/** Counts that can be taken from: how often each key is still open. */
export class Multiset {
  private readonly counts = new Map<string, number>();

  constructor(keys: Iterable<string> = []) {
    for (const key of keys) this.add(key);
  }

  add(key: string): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Takes one; false when none is left. */
  take(key: string): boolean {
    const count = this.counts.get(key) ?? 0;
    if (count === 1) this.counts.delete(key);
    else if (count > 1) this.counts.set(key, count - 1);
    return count > 0;
  }

  get isEmpty(): boolean {
    return this.counts.size === 0;
  }
}
