import { append } from "../collections/append";
import { lowerBound } from "../collections/lower-bound";
import { WINDOW } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";

/** Days of the open payments and lines of each amount. */
export class OpenAmounts {
  private readonly payments = new Map<string, number[]>();
  private readonly lines = new Map<string, number[]>();

  /** O(n log n). */
  constructor(items: PayoutItem[], rows: LedgerRow[]) {
    for (const { currency, amount, day } of rows) append(this.payments, currency + amount, day);
    for (const { currency, gross, day } of items) append(this.lines, currency + gross, day);
    for (const days of [...this.payments.values(), ...this.lines.values()])
      days.sort((a, b) => a - b);
  }

  /** @returns open payments and lines of the item's gross amount within the date window */
  around({ currency, gross, day }: PayoutItem): { payments: number; lines: number } {
    const [first, last] = [day - WINDOW.before, day + WINDOW.after];
    const among = (days: number[] = []) => lowerBound(days, last + 1) - lowerBound(days, first);
    const key = currency + gross;
    return { payments: among(this.payments.get(key)), lines: among(this.lines.get(key)) };
  }
}

/** Days of the open payments, in and out, by currency. */
export class OpenSides {
  private readonly days = new Map<string, number[]>();

  /** O(n log n). */
  constructor(rows: LedgerRow[]) {
    for (const { currency, amount, day } of rows)
      append(this.days, currency + Math.sign(amount), day);
    for (const days of this.days.values()) days.sort((a, b) => a - b);
  }

  /** Tests for any open payment of the item's sign within the date window. */
  hasNear({ currency, gross, day }: PayoutItem): boolean {
    const days = this.days.get(currency + Math.sign(gross)) ?? [];
    return (
      (days[lowerBound(days, day - WINDOW.before)] ?? Number.POSITIVE_INFINITY) <=
      day + WINDOW.after
    );
  }
}
