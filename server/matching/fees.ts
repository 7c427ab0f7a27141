import { minorDigits } from "@/lib/money";
import type { Unit } from "./normalize";
import { USUAL_FEE } from "./prior";

/** What a processor keeps of a payment: a share of the amount and a fixed part in minor units. */
interface FeeRate {
  rate: number;
  fixed: number;
}

const FIXED_PARTS = [0, 5, 10, 15, 20, 25, 30, 35, 49, 50];
const ENOUGH = 8;

/**
 * Fee rates per processor and currency: read off the lines that state a fee, the usual card fee
 * where none do. A rate counts as learned when it explains most stated fees to one minor unit.
 */
export class FeeModel {
  private readonly learned = new Map<string, FeeRate>();

  constructor(units: Unit[]) {
    const samples = new Map<string, { gross: number; fee: number }[]>();
    for (const unit of units) {
      const fee = unit.gross - unit.net;
      if (!unit.line || unit.gross <= 0 || fee <= 0) continue;
      const key = keyOf(unit);
      const list = samples.get(key);
      if (list) list.push({ gross: unit.gross, fee });
      else samples.set(key, [{ gross: unit.gross, fee }]);
    }
    for (const [key, list] of samples) {
      const rate = list.length < ENOUGH ? null : bestRate(list);
      if (rate) this.learned.set(key, rate);
    }
  }

  /** Null where there is no reason to expect a fee: a deposit that names no processor. */
  rateFor(unit: Unit): FeeRate | null {
    const learned = this.learned.get(keyOf(unit));
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

function keyOf(unit: Unit): string {
  return `${unit.currency} ${unit.deposit.processor ?? ""}`;
}

function bestRate(samples: { gross: number; fee: number }[]): FeeRate | null {
  let best: FeeRate | null = null;
  let most = 0;
  for (const fixed of FIXED_PARTS) {
    const rates = samples.map(({ gross, fee }) => (fee - fixed) / gross).sort((a, b) => a - b);
    const rate = Math.round((rates[rates.length >> 1] ?? 0) * 10_000) / 10_000;
    if (rate < 0) continue;
    const fitting = samples.filter(
      ({ gross, fee }) => Math.abs(Math.round(gross * rate) + fixed - fee) <= 1,
    ).length;
    if (fitting > most) [best, most] = [{ rate, fixed }, fitting];
  }
  return most >= samples.length * 0.8 ? best : null;
}
