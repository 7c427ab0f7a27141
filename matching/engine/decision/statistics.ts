import type { DepositInput, Match, MatchStats, PaymentInput } from "../contract";

/**
 * Counts and sums of a run.
 * @returns sums per currency, in minor units, ordered by currency
 */
export function summarize(
  deposits: DepositInput[],
  payments: PaymentInput[],
  matches: Match[],
): MatchStats {
  const sums: MatchStats["sums"] = {};
  const of = (currency: string) => {
    sums[currency] ??= { deposits: 0, payments: 0, matched: 0 };
    return sums[currency];
  };
  let lines = 0;
  for (const deposit of deposits) {
    of(deposit.currency).deposits += deposit.amount;
    lines += deposit.lines?.length ?? 0;
  }
  const amounts = new Map<string, number>();
  for (const payment of payments) {
    of(payment.currency).payments += payment.amount;
    amounts.set(payment.id, payment.amount);
  }
  let auto = 0;
  for (const match of matches) {
    if (match.decision === "auto") auto++;
    for (const id of match.paymentIds) of(match.currency).matched += amounts.get(id) ?? 0;
  }
  return {
    deposits: deposits.length,
    lines,
    payments: payments.length,
    matches: matches.length,
    auto,
    suggested: matches.length - auto,
    sums: Object.fromEntries(Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
