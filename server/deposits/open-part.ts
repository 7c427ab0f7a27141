/** What of a deposit is needed to leave lines out. Amounts in minor units. */
interface Divisible {
  amount: bigint;
  lines: { id: number; net: bigint }[];
}

/**
 * A deposit without the lines that are decided already, and without their part of its amount: what is left
 * to match.
 */
export function openPart<D extends Divisible>(deposit: D, decidedLineIds: ReadonlySet<number>): D {
  if (decidedLineIds.size === 0) return deposit;
  let { amount } = deposit;
  for (const { id, net } of deposit.lines) if (decidedLineIds.has(id)) amount -= net;
  return { ...deposit, amount, lines: deposit.lines.filter(({ id }) => !decidedLineIds.has(id)) };
}
