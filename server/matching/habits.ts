import { daysBetween, isCalendarDate } from "@/lib/dates";
import { isEqualAmount } from "./amounts";
import { lagPrior } from "./lags";
import type { Comparison } from "./pairs";
import {
  type EqualAmount,
  FUZZY_WINDOW,
  NAME_BITS,
  type NameLevel,
  OUTSIDE_WINDOW_BITS,
  PRIOR_STRENGTH,
  RECORDED_AS,
  WINDOW,
  WINDOW_DAYS,
} from "./prior";
import { habitKey, type Unit } from "./rows";
import type { HistoryEntry } from "./types";

const SPAN = { before: FUZZY_WINDOW.before, after: FUZZY_WINDOW.after };
const DAYS = SPAN.before + SPAN.after + 1;
/** How much of an observed lag counts for the days next to it. */
const SPREAD = 0.15;
/** However often names differ in these books, a difference never speaks for a match. */
const LEAST_DOUBT_BITS = -1;
type Source = Parameters<typeof habitKey>[0];
/** What of a comparison shows habits. */
type Seen = Pick<Comparison, "amount" | "lag" | "name">;
type Doubt = "names_differ" | "text_differs";

/** What was observed of pairs that belong together, each counted with its probability. */
class Counts {
  readonly lags = new Map<string, Float64Array>();
  readonly amounts: Record<EqualAmount, number> = {
    exact_gross: 0,
    exact_net: 0,
    predicted_fee: 0,
  };
  readonly doubts: Record<Doubt, number> = { names_differ: 0, text_differs: 0 };
  /** Pairs in which both sides named a customer, by how a contradiction would show. */
  readonly named: Record<Doubt, number> = { names_differ: 0, text_differs: 0 };

  add(unit: Unit, { amount, lag, name }: Seen, share: number): void {
    if (isEqualAmount(amount)) this.amounts[amount] += share;
    this.addLag(unit, lag, share);
    if (name === "unknown" || name === "shared_word") return;
    const doubt: Doubt = unit.line ? "names_differ" : "text_differs";
    this.named[doubt] += share;
    if (name === doubt) this.doubts[doubt] += share;
  }

  addLag(of: Source, lag: number, share: number): void {
    if (lag < -SPAN.before || lag > SPAN.after) return;
    const key = habitKey(of);
    const days = this.lags.get(key) ?? new Float64Array(DAYS);
    this.lags.set(key, days);
    const at = lag + SPAN.before;
    days[at] = (days[at] ?? 0) + share;
  }
}

/**
 * How this company books: usual delays by processor, gross or net, how often names disagree. Learned
 * from confirmed decisions and, by expectation–maximisation, from the data itself: every pair counts
 * with the probability it has so far. Shrunk to the prior, so that little data changes little.
 */
export class Habits {
  private lagBitsOf: (Float64Array | undefined)[] = [];
  private counts = new Counts();

  /** @param history the delays of confirmed pairs; they stay counted */
  constructor(private readonly history: readonly HistoryEntry[]) {
    this.learn(() => {});
  }

  /** Replaces what was learned from the data before. */
  learn(observe: (add: (unit: Unit, seen: Seen, share: number) => void) => void): void {
    const counts = new Counts();
    for (const { decision, deposit, line, payment } of this.history) {
      const from = (line ?? deposit).date;
      if (decision !== "confirmed" || !isCalendarDate(from) || !isCalendarDate(payment.date))
        continue;
      counts.addLag({ deposit, line }, daysBetween(from, payment.date), 1);
    }
    observe((unit, seen, share) => counts.add(unit, seen, share));
    this.counts = counts;
    this.lagBitsOf = [];
  }

  amountBits(level: EqualAmount): number {
    const { amounts } = this.counts;
    const seen = amounts.exact_gross + amounts.exact_net + amounts.predicted_fee;
    return Math.log2(shrunk(amounts[level], seen, RECORDED_AS[level], PRIOR_STRENGTH.amounts));
  }

  /** @param bits of the comparison itself; a contradiction weighs as much as contradictions are rare */
  nameBits(level: NameLevel, bits: number): number {
    if (level !== "names_differ" && level !== "text_differs") return bits;
    const prior = 2 ** NAME_BITS[level];
    const share = shrunk(
      this.counts.doubts[level],
      this.counts.named[level],
      prior,
      PRIOR_STRENGTH.names,
    );
    return Math.min(LEAST_DOUBT_BITS, Math.log2(share));
  }

  /** How much likelier this lag is for a true pair than for strangers spread over the window. */
  lagBits(unit: Unit, lag: number): number {
    if (lag < -WINDOW.before || lag > WINDOW.after) return OUTSIDE_WINDOW_BITS;
    let bits = this.lagBitsOf[unit.habit];
    if (!bits) {
      bits = lagTable(this.counts.lags.get(habitKey(unit)), !unit.line);
      this.lagBitsOf[unit.habit] = bits;
    }
    return bits[lag + SPAN.before] ?? OUTSIDE_WINDOW_BITS;
  }
}

function shrunk(count: number, seen: number, prior: number, strength: number): number {
  return (count + prior * strength) / (seen + strength);
}

function lagTable(seen: Float64Array | undefined, whole: boolean): Float64Array {
  let total = 0;
  for (const count of seen ?? []) total += count;
  return Float64Array.from({ length: DAYS }, (_, at) => {
    const count =
      (1 - 2 * SPREAD) * (seen?.[at] ?? 0) +
      SPREAD * ((seen?.[at - 1] ?? 0) + (seen?.[at + 1] ?? 0));
    const prior = lagPrior(at - SPAN.before, whole);
    return Math.log2(shrunk(count, total, prior, PRIOR_STRENGTH.lag) * WINDOW_DAYS);
  });
}
