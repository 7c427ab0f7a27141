import type { DepositInput, PaymentInput } from "@/matching/engine/contract";

/**
 * The least that any matching has to do: look up every line among the payments by currency, amount
 * and date. The floor that the engine's time is compared with.
 * @returns how many lines found a payment of their own
 */
export function hashJoin(
  deposits: readonly DepositInput[],
  payments: readonly PaymentInput[],
): number {
  const index = new Map<string, number[]>();
  for (const [at, { currency, amount, date }] of payments.entries()) {
    const key = `${currency}${amount}${date}`;
    const list = index.get(key);
    if (list) list.push(at);
    else index.set(key, [at]);
  }
  let found = 0;
  for (const { currency, lines } of deposits) {
    for (const { amount, date } of lines ?? []) {
      if (index.get(`${currency}${amount}${date}`)?.pop() !== undefined) found++;
    }
  }
  return found;
}
