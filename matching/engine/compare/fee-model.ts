import { FEE_RATE_STEPS, type FeeRate, FIXED_FEES, USUAL_CARD_FEE } from "@/lib/fee-schedules";
import { minorDigits } from "@/lib/money";
import { append } from "../collections/append";
import type { DepositInput, HistoryEntry } from "../contract";
import type { PayoutItem } from "../records/records";

type DepositFacts = Omit<DepositInput, "lines">;

/** Fee kept of `count` payments with this sum, minor units. */
interface FeeSample {
  gross: number;
  fee: number;
  count: number;
}

const MIN_SAMPLES = 4;
const MAX_SAMPLES = 1000;

/**
 * Fee rates per processor and currency: estimated from lines that state a fee and from confirmed
 * deposits, otherwise the usual card fee. A rate counts as learned if it explains four of five
 * samples to one minor unit.
 */
export class FeeModel {
  private readonly learned = new Map<string, FeeRate>();

  /**
   * O(items + history).
   * @param history confirmed deposits without lines show the fee of their payments
   */
  constructor(items: PayoutItem[], history: readonly HistoryEntry[]) {
    const samples = new Map<string, FeeSample[]>();
    const add = (of: DepositFacts, sample: FeeSample) => {
      if (sample.gross <= 0 || sample.fee <= 0) return;
      const key = keyOf(of);
      if ((samples.get(key)?.length ?? 0) < MAX_SAMPLES) append(samples, key, sample);
    };
    for (const { deposit, line, gross, net } of items) {
      if (line) add(deposit, { gross, fee: gross - net, count: 1 });
    }
    for (const { deposit, gross, count } of confirmedDeposits(history)) {
      add(deposit, { gross, fee: gross - deposit.amount, count });
    }
    for (const [key, list] of samples) {
      const rate = list.length < MIN_SAMPLES ? null : bestRate(list);
      if (rate) this.learned.set(key, rate);
    }
  }

  /** Whether lines or past decisions show the rate. */
  isLearned({ deposit }: PayoutItem): boolean {
    return this.learned.has(keyOf(deposit));
  }

  /** @returns null where no fee is expected: a deposit that names no processor */
  rateFor(item: PayoutItem): FeeRate | null {
    const learned = this.learned.get(keyOf(item.deposit));
    if (learned) return learned;
    if (!item.deposit.processor) return null;
    return minorDigits(item.currency) === 2
      ? USUAL_CARD_FEE
      : { rate: USUAL_CARD_FEE.rate, fixed: 0 };
  }

  /**
   * @param sum gross of all payments, minor units
   * @returns what is left of `count` payments, minor units; exact to about one unit per payment
   */
  net(sum: number, count: number, { rate, fixed }: FeeRate): number {
    return sum - Math.round(sum * rate) - count * fixed;
  }

  /**
   * @param net minor units
   * @returns the gross amounts that leave this net, up to three neighbors because of rounding
   */
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

/** Confirmed deposits without lines, whose payments exceed them by the fee. */
function confirmedDeposits(history: readonly HistoryEntry[]) {
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
  for (const fixed of FIXED_FEES) {
    const rates = samples.map(({ gross, fee, count }) => (fee - fixed * count) / gross);
    const middle = rates.sort((a, b) => a - b)[rates.length >> 1] ?? 0;
    const rate = Math.round(middle * FEE_RATE_STEPS) / FEE_RATE_STEPS;
    if (rate < 0) continue;
    const fitting = samples.filter(({ gross, fee, count }) => {
      const expected = Math.round(gross * rate) + fixed * count;
      return Math.abs(expected - fee) <= Math.max(1, count / 2);
    }).length;
    if (fitting > most) [best, most] = [{ rate, fixed }, fitting];
  }
  return most >= samples.length * 0.8 ? best : null;
}
