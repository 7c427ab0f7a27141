import fc from "fast-check";
import { fromDayNumber } from "@/lib/dates";
import type { DepositInput, LineInput, PaymentInput } from "@/matching/engine/contract";

/** Few amounts, names and days, so that rows collide in every way. */
const amount = fc.constantFrom(2900, 2900, 4900, 1234, 2803, 5800, 12345, 12354, -2900, -1234);
const name = fc.constantFrom(undefined, "John Smith", "J. Smith", "Acme Dental LLC", "Mary Okafor");
const day = fc.integer({ min: 20_500, max: 20_540 });
const reference = fc.constantFrom(undefined, undefined, "INV-20417", "ch_3QabcDEF123456", "1042");

const line = fc.record({ amount, name, day, reference, fee: fc.constantFrom(undefined, 97) });
const payment = fc.record({ amount, name, day, reference });

export interface Ledger {
  deposits: DepositInput[];
  payments: PaymentInput[];
}

/** Deposits with and without lines against payments, up to a few dozen rows. */
export const ledger: fc.Arbitrary<Ledger> = fc
  .record({
    deposits: fc.array(fc.array(line, { maxLength: 6 }), { maxLength: 6 }),
    payments: fc.array(payment, { maxLength: 30 }),
  })
  .map(({ deposits, payments }) => ({
    deposits: deposits.map((lines, i) => toDeposit(i, lines)),
    payments: payments.map((row, i) => ({
      id: `p${i}`,
      date: fromDayNumber(row.day),
      amount: row.amount,
      currency: "USD",
      customerName: row.name,
      reference: row.reference,
    })),
  }));

type LineFacts = typeof line extends fc.Arbitrary<infer Facts> ? Facts : never;

function toDeposit(index: number, facts: LineFacts[]): DepositInput {
  const lines = facts.map(
    (row, i): LineInput => ({
      id: `l${index}-${i}`,
      type: row.amount < 0 ? "refund" : "charge",
      date: fromDayNumber(row.day),
      amount: row.amount,
      fee: row.fee,
      entity: row.name,
      reference: row.reference,
    }),
  );
  const total = lines.reduce((sum, one) => sum + one.amount - (one.fee ?? 0), 0);
  return {
    id: `d${index}`,
    date: fromDayNumber(20_530 + index),
    amount: lines.length > 0 ? total : 5800,
    currency: "USD",
    description: lines.length > 0 ? undefined : "TRANSFER JOHN SMITH",
    lines,
  };
}
