import type { LineInput, Money } from "../contract";

/** The processor's kind of a line that takes back the part of an authorization that was not captured. */
export const PART_CAPTURE = "partial_capture_reversal";

/** A line as it is compared with the books. */
export interface ComparedLine {
  line: LineInput;
  /** Ids of further lines that are part of the same movement. */
  further: string[];
}

/**
 * Joins a charge with what of it was not captured, where both are in one payout: 200.00 and -50.00 are one sale of
 * 150.00. Without its charge, such a line is compared by itself, like a refund. O(n).
 * @param lines of one deposit
 * @returns in the order of the lines
 */
export function joinCaptures(lines: readonly LineInput[]): ComparedLine[] {
  const released = lines.filter(({ type, chargeId }) => type === PART_CAPTURE && chargeId);
  if (released.length === 0) return lines.map((line) => ({ line, further: [] }));
  const charges = new Map<string, LineInput[]>();
  for (const line of lines) {
    const { chargeId, type } = line;
    if (chargeId && type === "charge")
      charges.set(chargeId, [...(charges.get(chargeId) ?? []), line]);
  }
  const joined = new Map<LineInput, ComparedLine>();
  const parts = new Set<LineInput>();
  for (const line of released) {
    const [charge, ...others] = charges.get(line.chargeId ?? "") ?? [];
    if (!charge || others.length > 0) continue;
    const before = joined.get(charge) ?? { line: charge, further: [] };
    if (line.amount >= 0 || before.line.amount + line.amount <= 0) continue;
    joined.set(charge, { line: sumOf(before.line, line), further: [...before.further, line.id] });
    parts.add(line);
  }
  return lines
    .filter((line) => !parts.has(line))
    .map((line) => joined.get(line) ?? { line, further: [] });
}

function sumOf(charge: LineInput, released: LineInput): LineInput {
  const net = netOf(charge) + netOf(released);
  const amount = charge.amount + released.amount;
  const isStated = charge.net !== undefined || charge.fee !== undefined;
  return {
    ...charge,
    amount,
    ...(isStated && { net, fee: amount - net }),
    paid: paidOf(charge.paid, released.paid),
  };
}

function netOf({ amount, net, fee = 0 }: LineInput): number {
  return net ?? amount - fee;
}

/** Undefined where one of them is not known: what was captured isn't then either. */
function paidOf(charge: Money | undefined, released: Money | undefined): Money | undefined {
  if (!charge || charge.currency !== released?.currency) return undefined;
  return { ...charge, amount: charge.amount + released.amount };
}
