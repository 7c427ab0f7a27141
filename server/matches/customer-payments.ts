import { daysBetween } from "@/lib/dates";
import { append } from "@/matching/engine/collections/append";
import type { LineInput, PaymentInput } from "@/matching/engine/contract";

/** A payment that is further away belongs to something else. */
const MAX_DAYS = 14;

/** The open payments of customers by the very name or address that a line has. Built at the first question. */
export class CustomerPayments {
  private byCustomer: Map<string, PaymentInput[]> | null = null;

  /** @param payments all open ones; `isTaken` those that a match uses */
  constructor(
    private readonly payments: Iterable<{ input: PaymentInput }>,
    private readonly isTaken: (id: string) => boolean,
  ) {}

  /**
   * @returns the id of the payment that is smaller than the line and nearest to it in time; null where the customer
   *   has none. O(all payments) at first, then O(those of the customer).
   */
  partOf(line: LineInput, currency: string): string | null {
    const parts = keysOf(line.entity, line.email)
      .flatMap((key) => this.index().get(key) ?? [])
      .filter(
        (payment) =>
          payment.currency === currency && payment.amount > 0 && payment.amount < line.amount,
      )
      .map(({ id, date }) => ({ id, days: Math.abs(daysBetween(line.date, date)) }))
      .filter(({ id, days }) => days <= MAX_DAYS && !this.isTaken(id))
      .sort((a, b) => a.days - b.days || Number(a.id) - Number(b.id));
    return parts[0]?.id ?? null;
  }

  private index(): Map<string, PaymentInput[]> {
    if (!this.byCustomer) {
      this.byCustomer = new Map();
      for (const { input } of this.payments) {
        for (const key of keysOf(input.customerName, input.email)) {
          append(this.byCustomer, key, input);
        }
      }
    }
    return this.byCustomer;
  }
}

function keysOf(name = "", email = ""): string[] {
  return [name, email].map((text) => text.trim().toLowerCase()).filter((text) => text !== "");
}
