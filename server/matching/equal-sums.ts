import type { Nameless } from "./nameless";
import { isNear } from "./relations";
import type { Entry, Unit } from "./rows";
import { netOf, type OpenRows, type SetFacts } from "./set-proposal";
import { itemsOf, SubsetSums, withoutDoubles } from "./subset-sum";

const MOST_LINES = 6;
/** With a nameless row among them, of so many payments. */
const MOST_BESIDE_NAMELESS = 6;
const NAMELESS_BITS = -3;

/** Lines and payments of equal sums. */
export interface EqualSums {
  units: Unit[];
  entries: Entry[];
  level: SetFacts["level"];
  /** Bits that a nameless row costs: it is rare, and one of many. */
  namelessBits: number;
}

/**
 * Which of a customer's lines have the same sum as which of the payments; a nameless payment or line
 * may be one of them. Pairs are left out, and so are sets from which a smaller one can be taken away.
 *
 * @param entries at most as many as subset sums can hold
 */
export function equalSums(
  open: OpenRows,
  units: Unit[],
  entries: Entry[],
  nameless: Nameless,
): EqualSums[] {
  const targets = targetsOf(open, units);
  const sums = [...sumsOf(targets, entries), ...sumsWithNameless(open, targets, entries, nameless)];
  return sums
    .filter((one) => one.units.length + one.entries.length > 2)
    .filter((one) => !sums.some((other) => isPartOf(other, one)));
}

interface Target {
  units: Unit[];
  level: SetFacts["level"];
  total: number;
}

/** What a choice of lines may have been booked as: gross, or net where there is a fee. */
function targetsOf(open: OpenRows, units: Unit[]): Target[] {
  return choicesOf(units).flatMap((some) => {
    const gross = some.reduce((sum, unit) => sum + unit.gross, 0);
    const { net, isStated } = netOf(open, some);
    const targets: Target[] = [{ units: some, level: "sum_gross", total: gross }];
    if (net === gross) return targets;
    return [...targets, { units: some, level: isStated ? "sum_net" : "sum_less_fee", total: net }];
  });
}

/** All choices of a few lines, twins but once; of many only the whole and each alone. */
function choicesOf(units: Unit[]): Unit[][] {
  if (units.length > MOST_LINES) return [units, ...units.map((unit) => [unit])];
  const masks = Array.from({ length: 2 ** units.length - 1 }, (_, i) => i + 1);
  const kinds = units.map(({ twins }) => twins);
  return withoutDoubles(masks, kinds).map((mask) => itemsOf(mask, units));
}

/** Lines and payments of equal sums, pairs included. */
function sumsOf(targets: Target[], entries: Entry[]): EqualSums[] {
  const subsets = new SubsetSums(entries.map(({ amount }) => amount));
  const showsReference = targets.some(({ units }) => units.some((unit) => unit.references.length));
  const kinds = entries.map(({ twins, references }) =>
    showsReference ? `${twins} ${references.join()}` : twins,
  );
  return targets.flatMap(({ units, level, total }) =>
    withoutDoubles(subsets.find(total) ?? [], kinds).map((mask) => ({
      units,
      entries: itemsOf(mask, entries),
      level,
      namelessBits: 0,
    })),
  );
}

/** The same where one payment or one line names nobody: its amount has to be what is missing. */
function* sumsWithNameless(
  open: OpenRows,
  targets: Target[],
  near: Entry[],
  nameless: Nameless,
): Generator<EqualSums> {
  const entries = near.slice(0, MOST_BESIDE_NAMELESS);
  const [first] = targets[0]?.units ?? [];
  if (!first) return;
  for (let mask = 0; mask < 2 ** entries.length; mask++) {
    const some = itemsOf(mask, entries);
    const paid = some.reduce((sum, { amount }) => sum + amount, 0);
    for (const { units, level, total } of targets) {
      if (units.length + some.length < 2) continue;
      const fitting = nameless.entries(first, total - paid);
      for (const entry of fitting.rows) {
        if (!units.every((unit) => isNear(unit, entry))) continue;
        if (units.some((unit) => open.scorer.reference(unit, entry).bits < 0)) continue;
        const namelessBits = NAMELESS_BITS - Math.log2(fitting.of);
        yield { units, entries: [...some, entry], level, namelessBits };
      }
      if (some.length === 0) continue;
      const lines = nameless.units(first, level, paid - total);
      for (const unit of lines.rows) {
        const namelessBits = NAMELESS_BITS - Math.log2(lines.of);
        if (!units.includes(unit) && some.every((entry) => isNear(unit, entry))) {
          yield { units: [...units, unit], entries: some, level, namelessBits };
        }
      }
    }
  }
}

/** A set from which a smaller one can be taken away is two. */
function isPartOf(small: EqualSums, large: EqualSums): boolean {
  return (
    small.units.length + small.entries.length < large.units.length + large.entries.length &&
    small.units.every((unit) => large.units.includes(unit)) &&
    small.entries.every((entry) => large.entries.includes(entry))
  );
}
