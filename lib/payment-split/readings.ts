import { matchByHand, type SettlementDeposit } from "@/lib/settlement";

/** One way in which the books may hold a deposit. Minor units. */
interface Reading {
  /** The amount of each explained line in the books. */
  values: number[];
  /** Their sum, which the payments must add up to. */
  sum: number;
  /** Refund receipts are included. */
  withRefunds: boolean;
}

/**
 * The ways in which the books may hold a deposit: charges gross or net of fees, refunds as separate receipts or
 * not at all; only the total if nothing else is known. Without duplicates.
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
