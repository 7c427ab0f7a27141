import { append } from "./grouping";
import { lagPrior } from "./lags";
import { COMPLETE_GROUP_BITS, PRESENT_BITS } from "./prior";
import type { Entry, Unit } from "./rows";
import {
  netOf,
  type OpenRows,
  propose,
  type SetFacts,
  type SetProposal,
  sumBits,
} from "./set-proposal";

/** A batch is booked from a few days before its lines' last day until a few days after it. */
const DAYS_AROUND = { before: 3, after: 8 } as const;
/** Share of complete groups that were booked as one. */
const PRIOR_BITS = -4;
/** Left out of the sum: the returns, or nothing. Recorded less the fees. */
const RECEIPTS_ONLY_BITS = -1;
const NET_BITS = -2;
/** That a line has no payment of its own speaks for a batch. */
const PER_OPEN_LINE_BITS = 1.5;
const OTHER_CUSTOMER_BITS = -5;
const ENOUGH_NAME_BITS = 5;

interface Group {
  /** What the group is all of, for people. */
  label: string;
  units: Unit[];
  priorBits: number;
}

/**
 * Several lines that were booked as one payment whoever the customers are: "card sales of 2 March".
 * Only complete groups of open lines are tried, never loose subsets: a sum alone would prove
 * nothing. All lines of a batch lie in one deposit, as a match does.
 */
export function findBatches(open: OpenRows): SetProposal[] {
  const byAmount = new Map<string, Entry[]>();
  for (const entry of open.entries) append(byAmount, `${entry.currency}${entry.amount}`, entry);
  const found: SetProposal[] = [];
  for (const group of groupsOf(open)) {
    for (const variant of variantsOf(group)) {
      if (variant.units.length < 2) continue;
      const gross = variant.units.reduce((sum, unit) => sum + unit.gross, 0);
      const { net, isStated } = netOf(open, variant.units);
      found.push(...batchesOf(open, variant, "sum_gross", gross, byAmount));
      if (net === gross) continue;
      const level = isStated ? "sum_net" : "sum_less_fee";
      found.push(...batchesOf(open, variant, level, net, byAmount));
    }
  }
  return found;
}

function* batchesOf(
  open: OpenRows,
  { label, units, priorBits }: Group,
  level: SetFacts["level"],
  total: number,
  byAmount: Map<string, Entry[]>,
): Generator<SetProposal> {
  const lastDay = Math.max(...units.map((unit) => unit.day));
  const kinds = new Set<number>();
  for (const entry of byAmount.get(`${units[0]?.currency}${total}`) ?? []) {
    const lag = entry.day - lastDay;
    if (lag < -DAYS_AROUND.before || lag > DAYS_AROUND.after || kinds.has(entry.twins)) continue;
    kinds.add(entry.twins);
    const name = customerOf(open, units, entry);
    const isOpen = (unit: Unit) => !open.claims?.has(unit);
    yield propose(open, {
      units,
      entries: [entry],
      level,
      priorBits: priorBits + (level === "sum_gross" ? 0 : NET_BITS),
      sumBits: sumBits(level === "sum_gross" ? units.map(({ gross }) => gross) : [total], total),
      completeAs: label,
      completeBits: Math.min(COMPLETE_GROUP_BITS, units.filter(isOpen).length * PER_OPEN_LINE_BITS),
      absenceBits: PRESENT_BITS,
      name: name.level,
      nameBits: name.bits,
      lag,
      dateBits: Math.log2(lagPrior(lag, false) * (DAYS_AROUND.before + DAYS_AROUND.after + 1)),
    });
  }
}

/** A payment of one customer does not stand for a batch of several. */
function customerOf(open: OpenRows, units: Unit[], entry: Entry) {
  const names = units.map((unit) => open.scorer.name(unit, entry));
  const weakest = names.reduce((a, b) => (b.bits < a.bits ? b : a));
  if (weakest.bits > 0) return weakest;
  const namesOneOfThem = names.some((name) => name.bits >= ENOUGH_NAME_BITS);
  return { level: "unknown" as const, bits: namesOneOfThem ? OTHER_CUSTOMER_BITS : 0 };
}

function groupsOf({ units }: OpenRows): Iterable<Group> {
  const groups = new Map<string, Group>();
  const add = (key: string, label: string, unit: Unit) => {
    const group = groups.get(key);
    if (group) group.units.push(unit);
    else groups.set(key, { label, priorBits: PRIOR_BITS, units: [unit] });
  };
  for (const unit of units) {
    if (!unit.line || !unit.explainable) continue;
    const { id } = unit.deposit;
    const { date } = unit.line;
    add(`all ${id}`, "open lines of this payout", unit);
    add(`day ${id} ${date}`, `open lines of ${date} in this payout`, unit);
  }
  return groups.values();
}

/** With the returns taken off, and the receipts alone. */
function variantsOf(group: Group): Group[] {
  const receipts = group.units.filter((unit) => unit.gross > 0);
  if (receipts.length === group.units.length) return [group];
  return [group, { ...group, units: receipts, priorBits: group.priorBits + RECEIPTS_ONLY_BITS }];
}
