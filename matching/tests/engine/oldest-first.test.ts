import fc from "fast-check";
import { expect, it } from "vitest";
import { fromDayNumber } from "@/lib/dates";
import type { DepositInput, Match, PaymentInput } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";

/** Equal sales of one customer: day of the charge, and days until the books have the payment. */
const sales = fc.array(
  fc.record({ day: fc.integer({ min: 0, max: 4 }), delay: fc.integer({ min: 0, max: 3 }) }),
  { minLength: 2, maxLength: 5 },
);
const CUSTOMERS = ["Anna Kowalski", "Harbor Dental LLC", "Wei Zhang"];

it("equal charges across payouts are matched with the payments in their order, and never another customer's", () => {
  fc.assert(
    fc.property(fc.array(sales, { minLength: 1, maxLength: 3 }), (books) => {
      const deposits = books.flatMap((own, customer) =>
        own.map((sale, i) => charge(customer, i, sale)),
      );
      const payments = books.flatMap((own, customer) =>
        own.map((sale, i) => payment(customer, i, sale)),
      );
      const matches = match(deposits, payments, { algorithm: "smart" }).matches;
      expect(matches.length).toBeGreaterThan(0);
      const chargeDates = new Map(deposits.map(({ id, date }) => [id, date]));
      const payments_ = new Map(payments.map((one) => [one.id, one]));
      for (const customer of books.keys()) {
        const own = matches.filter(({ depositId }) => depositId.startsWith(`d${customer}`));
        const paid = own.flatMap(({ paymentIds }) => payments_.get(paymentIds[0] ?? "") ?? []);
        expect(new Set(paid.map(({ customerName }) => customerName)).size).toBeLessThanOrEqual(1);
        const byAge = own.filter(isOldestFirst);
        const inOrder = byAge
          .map(({ depositId, paymentIds }) => [
            chargeDates.get(depositId) ?? "",
            payments_.get(paymentIds[0] ?? "")?.date ?? "",
          ])
          .sort();
        expect(inOrder.map(([, date]) => date)).toEqual(inOrder.map(([, date]) => date).sort());
      }
    }),
    { numRuns: 150 },
  );
});

it("with one payment too few, none is matched automatically for its age", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 0, max: 2 }),
      (charges, delay) => {
        const sale = { day: 0, delay };
        const deposits = Array.from({ length: charges }, (_, i) =>
          charge(0, i, { ...sale, day: i }),
        );
        const late = { ...sale, day: charges - 1 };
        const payments = Array.from({ length: charges - 1 }, (_, i) => payment(0, i, late));
        const { matches, unmatched } = match(deposits, payments, { algorithm: "smart" });
        expect(matches.filter((one) => isOldestFirst(one) && one.decision === "auto")).toEqual([]);
        expect(unmatched.lines.length).toBeGreaterThan(0);
      },
    ),
  );
});

function isOldestFirst({ evidence }: Match): boolean {
  return evidence.some(({ level }) => level === "oldest_first");
}

function charge(customer: number, number: number, { day }: { day: number }): DepositInput {
  const id = `d${customer}-${number}`;
  const row = { date: dateOf(day), amount: 14_950 };
  const line = { ...row, id: `${id}-l`, type: "charge", entity: CUSTOMERS[customer] };
  return { ...row, id, currency: "USD", processor: "stripe", lines: [line] };
}

function payment(
  customer: number,
  number: number,
  { day, delay }: { day: number; delay: number },
): PaymentInput {
  return {
    id: `p${customer}-${number}`,
    date: dateOf(day + delay),
    amount: 14_950,
    currency: "USD",
    customerName: CUSTOMERS[customer],
  };
}

function dateOf(day: number): string {
  return fromDayNumber(20_500 + day);
}
