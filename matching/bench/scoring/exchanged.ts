import type { Dataset } from "../model";
import type { Proposal } from "./proposal";

/**
 * Finds automatic links that the truth makes otherwise, but between records of the same customer and
 * amount, all of which are matched automatically: the books are the same either way.
 * @returns tests a proposal
 */
export function exchangedAmong(
  { deposits, payments, truth }: Dataset,
  proposals: readonly Proposal[],
): (proposal: Proposal) => boolean {
  const keyOfLine = new Map<string, string>();
  for (const { lines = [], currency } of deposits) {
    for (const { id, amount } of lines) {
      keyOfLine.set(id, `${truth.lineFacts.get(id)?.customer} ${currency} ${amount}`);
    }
  }
  const keyOfPayment = new Map(
    payments.map(({ id, currency, amount }) => {
      return [id, `${truth.paymentFacts.get(id)?.customer} ${currency} ${amount}`];
    }),
  );
  const paymentOf = new Map<string, string>();
  const lineOf = new Map<string, string>();
  for (const { lineIds, paymentIds } of truth.groups) {
    const [line, payment] = [lineIds[0], paymentIds[0]];
    if (!line || !payment || lineIds.length * paymentIds.length !== 1) continue;
    paymentOf.set(line, payment);
    lineOf.set(payment, line);
  }
  const automatic = new Set(
    proposals.flatMap(({ auto, lineIds, paymentIds }) => (auto ? [...lineIds, ...paymentIds] : [])),
  );
  return ({ lineIds, paymentIds }) => {
    const [line, payment] = [lineIds[0], paymentIds[0]];
    if (!line || !payment || lineIds.length * paymentIds.length !== 1) return false;
    const ownPayment = paymentOf.get(line) ?? "";
    const ownLine = lineOf.get(payment) ?? "";
    const key = keyOfLine.get(line);
    return (
      key === keyOfPayment.get(payment) &&
      key === keyOfPayment.get(ownPayment) &&
      key === keyOfLine.get(ownLine) &&
      automatic.has(ownPayment) &&
      automatic.has(ownLine)
    );
  };
}
