import { nameLikeness } from "@/lib/name-likeness";
import type { PickedPayment, Tie } from "@/lib/payment-split/types";
import type { SettlementLine } from "@/lib/settlement";

/** A line's amount in the books: as the customer paid it, or less the fee. */
type Reading = (line: SettlementLine) => number;

const GROSS: Reading = ({ gross }) => gross;
const NET: Reading = ({ net }) => net;

/** Kinds of lines that payments in the books record. */
const PAID: ReadonlySet<SettlementLine["kind"]> = new Set(["charge", "refund"]);

/**
 * The lines that one payment alone can belong to: by its amount, and among equal amounts by the customer.
 * Twice, with the gross amounts first and with the net amounts first, because the books may hold either.
 * @param customers of the lines, by id
 */
export function pairByAmount(
  lines: readonly SettlementLine[],
  payments: readonly PickedPayment[],
  customers: ReadonlyMap<number, string>,
): Tie[][] {
  const paid = lines.filter(({ kind }) => PAID.has(kind));
  return [
    [GROSS, NET],
    [NET, GROSS],
  ].map((readings) => {
    const pairs: Tie[] = [];
    for (const reading of readings) {
      const isPaired = new Set(pairs.map(({ lineId }) => lineId));
      const isUsed = new Set(pairs.map(({ paymentId }) => paymentId));
      const open = paid.filter(({ id }) => !isPaired.has(id));
      const free = payments.filter(({ id }) => !isUsed.has(id));
      for (const amount of new Set(open.map(reading))) {
        const equal = open.filter((line) => reading(line) === amount);
        const equalPayments = free.filter((payment) => payment.amount === amount);
        pairs.push(...pairEqual(equal, equalPayments, customers));
      }
    }
    return pairs;
  });
}

/** Pairs lines and payments of one amount: those of one customer, and the only ones that are left. */
function pairEqual(
  lines: readonly SettlementLine[],
  payments: readonly PickedPayment[],
  customers: ReadonlyMap<number, string>,
): Tie[] {
  const isSame = (line: SettlementLine, { customer }: PickedPayment) =>
    nameLikeness(customers.get(line.id) ?? "", customer) === 1;
  const pairs = lines.flatMap((line) => {
    const [payment, another] = payments.filter((each) => isSame(line, each));
    if (!payment || another || lines.some((each) => each !== line && isSame(each, payment))) {
      return [];
    }
    return [{ lineId: line.id, paymentId: payment.id }];
  });
  const [line, ...otherLines] = lines.filter(
    ({ id }) => !pairs.some(({ lineId }) => lineId === id),
  );
  const [payment, ...otherPayments] = payments.filter(
    ({ id }) => !pairs.some(({ paymentId }) => paymentId === id),
  );
  const isOnly = line && payment && otherLines.length === 0 && otherPayments.length === 0;
  return isOnly ? [...pairs, { lineId: line.id, paymentId: payment.id }] : pairs;
}
