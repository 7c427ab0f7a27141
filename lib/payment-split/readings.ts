import { matchByHand, type SettlementDeposit } from "@/lib/settlement";

/** One way in which the books may hold a deposit. Minor units. */
export interface Reading {
  /** What each explained line would be in the books. */
  values: number[];
  /** Their sum: what the payments have to add up to. */
  sum: number;
  /** Refund receipts are among them. */
  withRefunds: boolean;
}

/**
 * How the books may hold a deposit: its charges gross or net of fees, its refunds as receipts of their own
 * or not at all. A deposit of which only the total is known is held as that. Repetitions are left out.
 */
export function readings({ amount, lines }: SettlementDeposit): Reading[] {
  if (lines.length === 0) return [reading([amount], false), reading([amount], true)];
  const byId = new Map(lines.map((line) => [line.id, line]));
  return [false, true].flatMap((withRefunds) => {
    const explained = matchByHand(lines, [withRefunds ? -1 : 1]).lineIds.flatMap(
      (id) => byId.get(id) ?? [],
    );
    const gross = reading(
      explained.map((line) => line.gross),
      withRefunds,
    );
    const net = reading(
      explained.map((line) => line.net),
      withRefunds,
    );
    return gross.sum === net.sum ? [gross] : [gross, net];
  });
}

function reading(values: number[], withRefunds: boolean): Reading {
  return { values, withRefunds, sum: values.reduce((total, value) => total + value, 0) };
}
