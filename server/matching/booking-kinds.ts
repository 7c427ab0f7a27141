import { MEANS_BITS, PRIOR_STRENGTH } from "./prior";
import type { Entry } from "./rows";

const LEAST_BITS = -8;
const MOST_BITS = 3;
const LEAST_SHARE = 0.02;

/**
 * How this company books what comes through the processor: which kinds of rows (sales receipts,
 * payments with a check number, …) turn out to have a line, and which stay without. Learned from the
 * data itself, shrunk to a prior that knows cash and checks only.
 */
export class BookingKinds {
  private bits: number[] = [];

  constructor(entries: Entry[]) {
    for (const { kind, means } of entries) this.bits[kind] = MEANS_BITS[means];
  }

  /** log2 of how much likelier this kind of row is for a payment with a line than for one without. */
  bitsOf({ kind }: Entry): number {
    return this.bits[kind] ?? 0;
  }

  /** @param candidates entries that any line could belong to, each with its chance to have one */
  learn(candidates: Iterable<{ entry: Entry; explained: number }>): void {
    const kinds = new Map<number, { paired: number; open: number; prior: number }>();
    const total = { paired: 0, open: 0 };
    for (const { entry, explained } of candidates) {
      const kind = kinds.get(entry.kind) ?? { paired: 0, open: 0, prior: MEANS_BITS[entry.means] };
      kinds.set(entry.kind, kind);
      for (const counted of [kind, total]) {
        counted.paired += explained;
        counted.open += 1 - explained;
      }
    }
    for (const [kind, { paired, open, prior }] of kinds) {
      const share = Math.max(LEAST_SHARE, (paired + open) / (total.paired + total.open));
      const ratio =
        shrunk(paired, total.paired, share * 2 ** prior) / shrunk(open, total.open, share);
      this.bits[kind] = Math.max(LEAST_BITS, Math.min(MOST_BITS, Math.log2(ratio)));
    }
  }
}

function shrunk(count: number, all: number, expected: number): number {
  return (count + expected * PRIOR_STRENGTH.kinds) / (all + PRIOR_STRENGTH.kinds);
}
