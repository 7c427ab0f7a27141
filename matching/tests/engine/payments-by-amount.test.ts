import fc from "fast-check";
import { expect, test } from "vitest";
import { PaymentsByAmount } from "@/matching/engine/grouping/payments-by-amount";
import type { LedgerRow } from "@/matching/engine/records/records";

test("payments of an amount on some days are found in their order, few or many of them", () => {
  const payment = fc.record({
    currency: fc.constantFrom("USD", "EUR"),
    amount: fc.constantFrom(100, -100, 2_900),
    day: fc.integer({ min: 0, max: 40 }),
  });
  const day = fc.integer({ min: -2, max: 42 });
  fc.assert(
    fc.property(
      fc.array(payment, { maxLength: 200, size: "max" }),
      payment,
      day,
      day,
      (payments, { currency, amount }, first, last) => {
        const rows = payments.map((each, index) => ({ ...each, index }) as LedgerRow);
        const byAmount = new PaymentsByAmount(rows);
        const equal = rows.filter((row) => row.currency === currency && row.amount === amount);
        expect(byAmount.count(currency, amount)).toBe(equal.length);
        expect(byAmount.between(currency, amount, first, last)).toEqual(
          equal.filter((row) => row.day >= first && row.day <= last),
        );
        // The same when asked again, and for other days.
        expect(byAmount.between(currency, amount, 0, 40)).toEqual(equal);
      },
    ),
  );
});
