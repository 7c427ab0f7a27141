import { minorDigits } from "@/lib/money";
import { append } from "./grouping";
import { USUAL_FEE } from "./prior";
import type { Unit } from "./rows";
import type { DepositInput, HistoryEntry } from "./types";

type DepositFacts = Omit<DepositInput, "lines">;

/** What a processor keeps of a payment: a share of the amount and a fixed part in minor units. */
interface FeeRate {
  rate: number;
  fixed: number;
}

/** What was kept of so many payments of this sum, minor units. */
interface FeeSample {
  gross: number;
  fee: number;
  count: number;
}

const FIXED_PARTS = [0, 5, 10, 15, 20, 25, 30, 35, 49, 50];
const ENOUGH = 4;
const ENOUGH_SAMPLES = 1000;

/**
 * Fee rates per processor and currency: read off the lines that state a fee, the usual card fee
 * where none do. A rate counts as learned when it explains most stated fees to one minor unit.
 */
export class FeeModel {
  private readonly learned = new Map<string, FeeRate>();

  /** @param history confirmed deposits without lines tell what was kept of their payments */
  constructor(units: Unit[], history: readonly HistoryEntry[]) {
    const samples = new Map<string, FeeSample[]>();
    const add = (of: DepositFacts, sample: FeeSample) => {
      if (sample.gross <= 0 || sample.fee <= 0) return;
      const key = keyOf(of);
      if ((samples.get(key)?.length ?? 0) < ENOUGH_SAMPLES) append(samples, key, sample);
    };
    for (const { deposit, line, gross, net } of units) {
      if (line) add(deposit, { gross, fee: gross - net, count: 1 });
    }
    for (const { deposit, gross, count } of confirmedWholes(history)) {
      add(deposit, { gross, fee: gross - deposit.amount, count });
    }
    for (const [key, list] of samples) {
      const rate = list.length < ENOUGH ? null : bestRate(list);
      if (rate) this.learned.set(key, rate);
    }
  }

  /** Null where there is no reason to expect a fee: a deposit that names no processor. */
  rateFor(unit: Unit): FeeRate | null {
    const learned = this.learned.get(keyOf(unit.deposit));
    if (learned) return learned;
    if (!unit.deposit.processor) return null;
    return minorDigits(unit.currency) === 2 ? USUAL_FEE : { rate: USUAL_FEE.rate, fixed: 0 };
  }

  /** What is left of `count` payments of this sum; exact to about one minor unit per payment. */
  net(sum: number, count: number, { rate, fixed }: FeeRate): number {
    return sum - Math.round(sum * rate) - count * fixed;
  }

  /** The gross amounts that leave this net; neighbours because of rounding. */
  grossOf(net: number, { rate, fixed }: FeeRate): number[] {
    if (net <= 0) return [];
    const middle = Math.round((net + fixed) / (1 - rate));
    return [middle - 1, middle, middle + 1].filter(
      (gross) => Math.abs(gross - Math.round(gross * rate) - fixed - net) <= 1,
    );
  }
}

function keyOf({ currency, processor }: DepositFacts): string {
  return `${currency} ${processor ?? ""}`;
}

/** Confirmed deposits without lines: what their payments exceed them by is the fee. */
function confirmedWholes(history: readonly HistoryEntry[]) {
  const wholes = new Map<string, { deposit: DepositFacts; gross: number; count: number }>();
  for (const { decision, deposit, line, payment } of history) {
    if (decision !== "confirmed" || line || payment.currency !== deposit.currency) continue;
    const known = wholes.get(deposit.id) ?? { deposit, gross: 0, count: 0 };
    known.gross += payment.amount;
    known.count++;
    wholes.set(deposit.id, known);
  }
  return wholes.values();
}

function bestRate(samples: FeeSample[]): FeeRate | null {
  let best: FeeRate | null = null;
  let most = 0;
  for (const fixed of FIXED_PARTS) {
    const rates = samples.map(({ gross, fee, count }) => (fee - fixed * count) / gross);
    const middle = rates.sort((a, b) => a - b)[rates.length >> 1] ?? 0;
    const rate = Math.round(middle * 10_000) / 10_000;
    if (rate < 0) continue;
    const fitting = samples.filter(({ gross, fee, count }) => {
      const expected = Math.round(gross * rate) + fixed * count;
      return Math.abs(expected - fee) <= Math.max(1, count / 2);
    }).length;
    if (fitting > most) [best, most] = [{ rate, fixed }, fitting];
  }
  return most >= samples.length * 0.8 ? best : null;
}
