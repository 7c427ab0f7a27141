import { exp2 } from "@/matching/engine/exp2";
import {
  INVOICE_LAG,
  INVOICE_WINDOW,
  OUTSIDE_WINDOW_WEIGHT,
  PRIOR_STRENGTH,
  WINDOW_DAYS,
} from "../parameters";
import type { PayoutItem } from "../records/records";
import { LearnedRates } from "./learned-rates";

const DAYS = INVOICE_WINDOW.before + INVOICE_WINDOW.after + 1;
/** Days before and after an observed lag that share in it: customers keep no exact day. */
const SPREAD = 3;

/**
 * The rates of open invoices. An invoice precedes its payment, by as many days as this company's
 * customers take, so its lags are learned apart from those of payments.
 */
export class InvoiceRates extends LearnedRates {
  private lagWeights: Float64Array | undefined;

  constructor() {
    // Past decisions tell the lags of payments.
    super([]);
  }

  override learn(observe: Parameters<LearnedRates["learn"]>[0]): void {
    const counts = new Float64Array(DAYS);
    super.learn((add) =>
      observe((item, seen, share) => {
        add(item, seen, share);
        const at = seen.lag + INVOICE_WINDOW.before;
        if (at >= 0 && at < DAYS) counts[at] = (counts[at] ?? 0) + share;
      }),
    );
    this.lagWeights = lagTable(counts);
  }

  /** @param lag invoice − line, in days */
  override lagMatchWeight(_item: PayoutItem, lag: number): number {
    this.lagWeights ??= lagTable(new Float64Array(DAYS));
    return this.lagWeights[lag + INVOICE_WINDOW.before] ?? OUTSIDE_WINDOW_WEIGHT;
  }
}

/** Prior match weight of an invoice's date, in bits, as {@link lagPriorWeight} of payments. */
export function invoiceLagPriorWeight(lag: number): number {
  if (lag < -INVOICE_WINDOW.before || lag > INVOICE_WINDOW.after) return OUTSIDE_WINDOW_WEIGHT;
  return Math.log2(priorShare(lag) * WINDOW_DAYS);
}

function priorShare(lag: number): number {
  const { same, earlier, later, decayEarlier, decayLater } = INVOICE_LAG;
  if (lag === 0) return same;
  return lag < 0
    ? earlier * exp2((-lag - 1) * Math.log2(decayEarlier))
    : later * exp2((lag - 1) * Math.log2(decayLater));
}

function lagTable(seen: Float64Array): Float64Array {
  let total = 0;
  for (const count of seen) total += count;
  return seen.map((own, at) => {
    // Less the pair that is judged: it must not confirm its own date.
    let near = -Math.min(1, own);
    for (let other = at - SPREAD; other <= at + SPREAD; other++) near += seen[other] ?? 0;
    const prior = priorShare(at - INVOICE_WINDOW.before);
    const share =
      (near / (2 * SPREAD + 1) + prior * PRIOR_STRENGTH.lag) / (total + PRIOR_STRENGTH.lag);
    return Math.log2(share * WINDOW_DAYS);
  });
}
