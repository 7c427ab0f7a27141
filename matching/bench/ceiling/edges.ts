import { MAX_LAG, type Odds } from "./odds";
import { customersShown, type OraclePayment, type OracleRows } from "./rows";

export interface Edge {
  line: number;
  payment: number;
  /** Odds before competition. */
  weight: number;
}

/** Every pair that may be true: by equal amount, by customer, by reference, within a month. */
export function edgesOf({ lines, payments }: OracleRows, odds: Odds): Edge[] {
  const index = new Map<string, number[]>();
  for (const [at, payment] of payments.entries()) {
    for (const key of keysOf(payment)) {
      const list = index.get(key);
      if (list) list.push(at);
      else index.set(key, [at]);
    }
  }
  const edges: Edge[] = [];
  for (const [at, line] of lines.entries()) {
    const keys = [
      `amount ${line.currency}${line.gross}`,
      `amount ${line.currency}${line.net}`,
      ...customersShown(line.facts).map((customer) => `customer ${customer}`),
      ...line.facts.references.map((reference) => `reference ${reference}`),
    ];
    const near = new Set(keys.flatMap((key) => index.get(key) ?? []));
    for (const candidate of near) {
      const payment = payments[candidate];
      if (!payment || payment.currency !== line.currency) continue;
      if (Math.abs(payment.day - line.day) > MAX_LAG) continue;
      const weight = odds.of(line, payment);
      if (weight > 1e-9) edges.push({ line: at, payment: candidate, weight });
    }
  }
  return edges;
}

function keysOf({ currency, amount, facts }: OraclePayment): string[] {
  return [
    `amount ${currency}${amount}`,
    ...customersShown(facts).map((customer) => `customer ${customer}`),
    ...facts.references.map((reference) => `reference ${reference}`),
  ];
}
