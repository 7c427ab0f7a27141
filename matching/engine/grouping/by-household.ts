import { lagPriorWeight } from "../compare/date-offset";
import { IDENTITY_WEIGHT, NAMED_WEIGHT, WINDOW } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import { NONE } from "../text/string-table";
import { amountsOfLines, ChanceSums } from "./chance-sums";
import { type Candidate, HouseholdRates, RECORDED } from "./household-rates";
import { Households } from "./households";
import { isNear, RelationIndex, relationTo } from "./relations";
import { type OpenRecords, proposeSet, type Relation, type SetProposal } from "./set-proposal";
import { type HouseholdSum, levelsOf, recordedAs, sumsOfHousehold } from "./sums-of-household";
import { UnrelatedGroups } from "./unrelated-groups";

/** Payments of a household that are looked at for one line, the nearest in time. */
const MAX_NEAR = 48;
/** Payments that another line claims with this probability are not looked at. */
const MAX_CLAIMED = 0.98;
/** Prior of a line belonging to one household out of all, in bits. */
const HOUSEHOLD_WEIGHT = -9;
/** The same where a payment carries the line's own id. */
const IDENTIFIED_WEIGHT = 3;
const MAX_NAME_WEIGHT = 12;
const MAX_REFERENCE_WEIGHT = 10;
const NET_WEIGHT = -3;

/** A sum, and what it takes to weigh it anew with what was learned from all. */
interface Found extends Candidate {
  set: SetProposal;
}

/**
 * Finds lines recorded as several payments of one household: a parent's charge for the dues of the
 * children, rent and parking of one unit. One of the payments is related to the line, the others to the line or to that payment.
 * How often this is so is learned from the sums themselves.
 * @returns proposals in the order of the lines; they may share records
 */
export function findHouseholdSets(open: OpenRecords): SetProposal[] {
  const households = new Households(open.rows, open.items, open.records.strings);
  const chance = new ChanceSums(amountsOfLines(open.records.items));
  const unclaimed = open.rows.filter((row) => !isClaimed(open, null, row));
  const groups = new UnrelatedGroups(unclaimed, open.records.strings);
  const relations = open.relations ?? new RelationIndex(open);
  const openRows = new Map(open.rows.map((row) => [row.index, row]));
  const partnersOf = (item: PayoutItem) => {
    const found = open.aliases?.rowsOfPartners(
      item,
      item.day - WINDOW.before,
      item.day + WINDOW.after,
    );
    return [...(found ?? [])].flatMap((index) => openRows.get(index) ?? []);
  };
  const lines = open.items.filter(({ line, isLinkable }) => line && isLinkable);
  const found = lines.flatMap((item) =>
    strongestOfSame([
      ...setsOf(open, item, relations.relationsOf(item), households, partnersOf, chance),
    ]),
  );
  const unrelated = lines.flatMap((item) => [...unrelatedSetsOf(open, item, groups, chance)]);
  return [...withRates(open, found, lines.length), ...withRates(open, unrelated, lines.length)];
}

/** Weighs sums by how common they are in these books. */
function withRates(open: OpenRecords, found: readonly Found[], lines: number): SetProposal[] {
  const rates = new HouseholdRates(found, lines);
  return found.map((one) =>
    proposeSet(open, { ...one.set, priorWeight: one.set.priorWeight + rates.priorWeight(one) }),
  );
}

/** The same payments may be of several households. */
function strongestOfSame(found: readonly Found[]): Found[] {
  const best = new Map<string, Found>();
  for (const one of found) {
    const key = one.set.rows
      .map(({ index }) => index)
      .sort((a, b) => a - b)
      .join();
    const known = best.get(key);
    if (!known || one.weight > known.weight) best.set(key, one);
  }
  return [...best.values()];
}

function* setsOf(
  open: OpenRecords,
  item: PayoutItem,
  relations: readonly Relation[],
  households: Households,
  partnersOf: (item: PayoutItem) => LedgerRow[],
  chance: ChanceSums,
): Generator<Found> {
  const related = new Map(
    relations.flatMap((each) => (isPart(item, each.row) ? [[each.row, each] as const] : [])),
  );
  // A payment that shows the payer's address, and no name, is in no household of the name.
  const own = [...related.values()].filter(
    ({ row, weight }) => row.name === NONE && weight >= NAMED_WEIGHT,
  );
  const keys = new Set([...related.keys()].flatMap((row) => households.keysOf(row)));
  for (const key of households.keysOfPayer(item)) {
    keys.add(key);
    for (const row of households.near(key, item)) {
      const relation = isPart(item, row) && !related.has(row) && relationTo(open.scorer, item, row);
      if (relation) related.set(row, relation);
    }
  }
  const ofPartners = partnersOf(item);
  for (const row of ofPartners) {
    const relation = isPart(item, row) && !related.has(row) && relationTo(open.scorer, item, row);
    if (relation) related.set(row, relation);
  }
  const seen = new Set<string>();
  for (const household of [...[...keys].map((key) => households.near(key, item)), ofPartners]) {
    const rows = [...new Set([...household, ...own.map(({ row }) => row)])]
      .filter((row) => isPart(item, row) && !isClaimed(open, item, row))
      .sort((a, b) => distance(item, a) - distance(item, b) || a.index - b.index)
      .slice(0, MAX_NEAR);
    const kind = rows.map(({ index }) => index).join();
    if (rows.length < 2 || seen.has(kind)) continue;
    seen.add(kind);
    const identified = rows.filter((row) => isIdentity(related.get(row)));
    for (const sum of sumsOfHousehold(item, rows, chance)) {
      // All payments that carry the line's own id are in its sum.
      if (!identified.every((row) => sum.rows.includes(row))) continue;
      const relation = strongest(sum.rows, related);
      const householdWeight = isIdentity(relation ?? undefined)
        ? IDENTIFIED_WEIGHT
        : HOUSEHOLD_WEIGHT;
      if (relation) yield foundSet(open, { ...sum, item, relation, householdWeight });
    }
  }
}

/** Payments that belong together, and add up to the line, though nothing but past payments relates them to it. */
function* unrelatedSetsOf(
  open: OpenRecords,
  item: PayoutItem,
  groups: UnrelatedGroups,
  chance: ChanceSums,
): Generator<Found> {
  const { currency, day } = item;
  for (const [level, total] of levelsOf(item)) {
    const found = groups.withTotal(currency, total, day);
    if (found.length === 0) continue;
    const { size, met } = groups.totalsNear(currency, day, chance);
    const amount = { currency, amount: item.gross };
    const weight = chance.weightOfMet(amount, met, size / Math.abs(total));
    for (const { rows, among } of found) {
      const relation = weakest(open, item, rows);
      if (!relation || relation.referenceMatchWeight < 0) continue;
      const sum = { item, rows, level, weight, relation, recorded: recordedAs(rows, among) };
      yield foundSet(open, { ...sum, householdWeight: 0 });
    }
  }
}

function weakest(
  { scorer }: OpenRecords,
  item: PayoutItem,
  rows: readonly LedgerRow[],
): Relation | null {
  let worst: Relation | null = null;
  for (const row of rows) {
    const { level, weight } = scorer.compareCustomers(item, row);
    const referenceMatchWeight = scorer.reference(item, row).weight;
    const found = { row, name: level, weight: weight + referenceMatchWeight, referenceMatchWeight };
    if (!worst || found.weight < worst.weight) worst = found;
  }
  return worst;
}

interface Sum extends HouseholdSum {
  item: PayoutItem;
  relation: Relation;
  /** Prior of the line being of these payments' household, in bits. */
  householdWeight: number;
}

function foundSet(open: OpenRecords, found: Sum): Found {
  const { item, rows, level, weight, relation, recorded, householdWeight } = found;
  const reference = Math.max(0, relation.referenceMatchWeight);
  const isIdentified = isIdentity(relation);
  const isSingle = rows.every(({ name }) => name === rows[0]?.name);
  const lags = rows.map((row) => row.day - item.day).sort((a, b) => a - b);
  const periods = rows.reduce((sum, row) => sum + open.scorer.periodMatchWeight(item, row), 0);
  const nearest = lags.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  const set = proposeSet(open, {
    items: [item],
    rows,
    level,
    priorWeight: householdWeight + (level === "sum_gross" ? 0 : NET_WEIGHT),
    sumWeight: weight,
    completeAs: recorded === RECORDED.wholeDay ? completeAs(rows, isSingle) : null,
    completenessWeight: 0,
    name: relation.name,
    nameMatchWeight: Math.min(MAX_NAME_WEIGHT, relation.weight - reference),
    referenceMatchWeight: isIdentified ? 0 : Math.min(MAX_REFERENCE_WEIGHT, reference),
    lag: lags.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a)),
    dateMatchWeight: lagPriorWeight(nearest, false) + periods,
  });
  return { set, of: item, weight: set.weight, recorded, isSingle, isIdentified };
}

function completeAs([first]: readonly LedgerRow[], isSingle: boolean): string {
  const whose = isSingle ? "this customer" : "this household or memo";
  return `open payments of ${whose} of ${first?.payment.date}`;
}

function isIdentity(relation: Relation | undefined): boolean {
  return relation !== undefined && relation.referenceMatchWeight >= IDENTITY_WEIGHT;
}

function strongest(
  rows: readonly LedgerRow[],
  related: ReadonlyMap<LedgerRow, Relation>,
): Relation | null {
  let best: Relation | null = null;
  for (const row of rows) {
    const relation = related.get(row);
    if (relation && (!best || relation.weight > best.weight)) best = relation;
  }
  return best;
}

/** Smaller than the line, of its sign, and within the window. */
function isPart(item: PayoutItem, row: LedgerRow): boolean {
  return (
    Math.sign(row.amount) === Math.sign(item.gross) &&
    Math.abs(row.amount) < Math.abs(item.gross) &&
    isNear(item, row)
  );
}

function isClaimed({ claims }: OpenRecords, item: PayoutItem | null, row: LedgerRow): boolean {
  const claim = claims?.get(row);
  return claim !== undefined && claim.item !== item && claim.probability >= MAX_CLAIMED;
}

function distance(item: PayoutItem, row: LedgerRow): number {
  return Math.abs(row.day - item.day);
}
