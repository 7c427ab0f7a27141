import { append } from "../collections/append";
import type { CustomerComparison } from "../compare/customers";
import { lagPrior } from "../compare/date-offset";
import { COMPLETE_GROUP_WEIGHT, PRIOR_IN_LEDGER } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import { BatchRates } from "./batch-rates";
import { DayPayments } from "./day-parts";
import {
  netOf,
  type OpenRecords,
  proposeSet,
  type SetFacts,
  type SetProposal,
  sumWeight,
} from "./set-proposal";
import { tagged, withTag } from "./tags";

/** Days before and after its lines' last day on which a batch is recorded. */
const DAYS_AROUND = { before: 3, after: 8 } as const;
/** Prior of a complete group being recorded as one payment, in bits. */
const PRIOR_WEIGHT = -4;
/** Bits lost where the sum leaves out the returns, and where it is net of fees. */
const RECEIPTS_ONLY_WEIGHT = -1;
const NET_WEIGHT = -2;
/** Bits won for each line that has no payment of its own. */
const WEIGHT_PER_OPEN_LINE = 1.5;
/** Bits lost where a group is several payments. */
const PARTS_WEIGHT = -3;
const OTHER_CUSTOMER_WEIGHT = -5;
const MIN_NAME_WEIGHT = 5;
/** Below this match weight, in bits, a contradiction is rare in these books: a sum alone doesn't outweigh it. */
const UNUSUAL_DETAIL_WEIGHT = -2;
/** So many payments of a customer, most of them as large as all lines of some payout, show a till's name. */
/** To be replaced by what is learned. */
const TAG = "tag ";
const WITHOUT_RATES = { priorWeight: 0, lagShare: 1 } as const;
const TILL = { payments: 3, share: 0.5 } as const;

interface Group {
  /** What the group is all of, for the evidence. */
  label: string;
  /** The same in words that recur from day to day: several where they are the same lines. */
  kinds: string[];
  items: PayoutItem[];
  priorWeight: number;
}

/**
 * Finds several lines recorded as one payment regardless of the customers: "card sales of 2 March".
 * Tries complete groups of open lines of one deposit only, because a sum of any subset would prove
 * nothing. O(n).
 * @returns proposals in no particular order; they may share records
 */
export function findBatches(open: OpenRecords): SetProposal[] {
  const byAmount = new Map<string, LedgerRow[]>();
  for (const row of open.rows) append(byAmount, `${row.currency}${row.amount}`, row);
  const groups = groupsOf(open.items);
  const several = groups.flatMap(variantsOf).filter(({ items }) => items.length > 1);
  const batches = [...batchesIn(open, several, byAmount)];
  const tills = tillsOf(open, batches);
  const linked = (open.linked ?? []).map(({ row }) => row);
  const weightOf = (batch: Batch) => propose(open, batch, tills, WITHOUT_RATES).weight;
  const rates = new BatchRates(
    batches.map((batch) => ({ ...batch, weight: weightOf(batch) })),
    [...open.rows, ...linked],
    open.records.strings,
  );
  const found = batches.map((batch) => propose(open, batch, tills, rates.of(batch)));
  const others = [
    ...batchesIn(open, groupsOfKinds(open.items, groups, rates.usual), byAmount),
  ].filter((batch) => rates.of(batch).priorWeight >= 0);
  const lone = others.map((batch) => propose(open, batch, tills, rates.of(batch)));
  return [...found, ...lone, ...findParts(open, several, found, tills)];
}

/** A group, and a payment of its total. */
interface Batch extends Group {
  row: LedgerRow;
  level: SetFacts["level"];
  total: number;
  lag: number;
}

function* batchesIn(
  open: OpenRecords,
  groups: readonly Group[],
  byAmount: Map<string, LedgerRow[]>,
): Generator<Batch> {
  for (const group of groups) {
    const gross = group.items.reduce((sum, item) => sum + item.gross, 0);
    const { net, isStated } = netOf(open, group.items);
    yield* batchesOf(group, "sum_gross", gross, byAmount);
    if (net !== gross) {
      yield* batchesOf(group, isStated ? "sum_net" : "sum_less_fee", net, byAmount);
    }
  }
}

function* batchesOf(
  group: Group,
  level: SetFacts["level"],
  total: number,
  byAmount: Map<string, LedgerRow[]>,
): Generator<Batch> {
  const lastDay = Math.max(...group.items.map((item) => item.day));
  const seenClasses = new Set<number>();
  for (const row of byAmount.get(`${group.items[0]?.currency}${total}`) ?? []) {
    const lag = row.day - lastDay;
    if (
      lag < -DAYS_AROUND.before ||
      lag > DAYS_AROUND.after ||
      seenClasses.has(row.interchangeClass)
    )
      continue;
    seenClasses.add(row.interchangeClass);
    yield { ...group, row, level, total, lag };
  }
}

/** The customers, as name ids, under whom these books record their batches: "Till 2", "Market Saturday". */
function tillsOf(open: OpenRecords, batches: readonly Batch[]): ReadonlySet<number> {
  const counts = new Map<number, { batches: number; payments: number }>();
  for (const { name } of open.rows) {
    const count = counts.get(name) ?? { batches: 0, payments: 0 };
    count.payments += 1;
    counts.set(name, count);
  }
  for (const { name } of new Set(batches.map(({ row }) => row))) {
    const count = counts.get(name);
    if (count) count.batches += 1;
  }
  const isTill = (count: { batches: number; payments: number }) =>
    count.batches >= TILL.payments && count.batches >= TILL.share * count.payments;
  return new Set([...counts].flatMap(([name, count]) => (isTill(count) ? [name] : [])));
}

function propose(
  open: OpenRecords,
  { label, items, row, level, total, lag }: Batch,
  tills: ReadonlySet<number>,
  { priorWeight, lagShare }: { priorWeight: number; lagShare: number },
): SetProposal {
  const name = customerOf(open, items, row, tills);
  const details = open.scorer.compareBatchDetails(items, row);
  const amounts = level === "sum_gross" ? items.map(({ gross }) => gross) : [total];
  return proposeSet(open, {
    items,
    rows: [row],
    level,
    priorWeight: priorWeight + (level === "sum_gross" ? 0 : NET_WEIGHT),
    sumWeight: sumWeight(amounts, total),
    completeAs: label,
    name: name.level,
    nameMatchWeight: name.weight,
    details: details.level,
    detailMatchWeight: details.weight,
    needsPerson: isOfAnother(name) || details.weight < UNUSUAL_DETAIL_WEIGHT,
    ...evidenceOfDay(open, items, lag, lagShare),
  });
}

/** Date and completeness of a group that was recorded `lag` days after its last line, as a share of all are. */
function evidenceOfDay(open: OpenRecords, items: PayoutItem[], lag: number, lagShare: number) {
  const lines = items.filter((item) => !open.claims?.has(item)).length;
  return {
    completenessWeight: Math.min(COMPLETE_GROUP_WEIGHT, lines * WEIGHT_PER_OPEN_LINE),
    absenceWeight: PRIOR_IN_LEDGER,
    lag,
    dateMatchWeight: Math.log2(lagShare * (DAYS_AROUND.before + DAYS_AROUND.after + 1)),
  };
}

/** Groups that are several payments, none of which is a smaller group on its own. */
function findParts(
  open: OpenRecords,
  groups: readonly Group[],
  batches: SetProposal[],
  tills: ReadonlySet<number>,
): SetProposal[] {
  const explained = new Set(batches.flatMap(({ weight, rows }) => (weight > 0 ? rows : [])));
  const byDay = new DayPayments(open.rows.filter((row) => !explained.has(row)));
  return groups.flatMap((group) => [...partsOf(open, group, byDay, tills)]);
}

/** The group as two or three payments of a day, gross: sales and tips, or one per terminal. */
function* partsOf(
  open: OpenRecords,
  { label, items, priorWeight }: Group,
  byDay: DayPayments,
  tills: ReadonlySet<number>,
): Generator<SetProposal> {
  const total = items.reduce((sum, { gross }) => sum + gross, 0);
  const lastDay = Math.max(...items.map((item) => item.day));
  const { before, after } = DAYS_AROUND;
  const days = { first: lastDay - before, last: lastDay + after };
  for (const { rows, day, tried } of byDay.withSum(total, items[0]?.currency ?? "", days)) {
    const amounts = [...items.map(({ gross }) => gross), ...rows.map(({ amount }) => amount)];
    const names = rows.map((row) => customerOf(open, items, row, tills));
    yield proposeSet(open, {
      ...{ items, rows, completeAs: label, name: "unknown" },
      nameMatchWeight: names.reduce((sum, { weight }) => sum + Math.min(0, weight), 0),
      needsPerson: names.some(isOfAnother),
      level: "sum_gross",
      priorWeight: priorWeight + PARTS_WEIGHT,
      sumWeight: Math.max(0, sumWeight(amounts, total) - Math.log2(tried)),
      ...evidenceOfDay(open, items, day - lastDay, lagPrior(day - lastDay, false)),
    });
  }
}

/** A payment of one customer is no batch of several customers, whether that customer is among them or not. */
function customerOf(
  open: OpenRecords,
  items: PayoutItem[],
  row: LedgerRow,
  tills: ReadonlySet<number>,
): CustomerComparison {
  const names = items.map((item) => open.scorer.compareCustomers(item, row));
  const weakest = names.reduce((a, b) => (b.weight < a.weight ? b : a));
  if (weakest.weight > 0) return weakest;
  const namesOneOfThem = names.some((name) => name.weight >= MIN_NAME_WEIGHT);
  if (namesOneOfThem) return { level: "unknown", weight: OTHER_CUSTOMER_WEIGHT };
  const fitsNobody = weakest.weight < 0 && names.every(({ weight }) => weight <= 0);
  return fitsNobody && !tills.has(row.name)
    ? { level: weakest.level, weight: OTHER_CUSTOMER_WEIGHT }
    : { level: "unknown", weight: 0 };
}

function isOfAnother({ level, weight }: CustomerComparison): boolean {
  return level !== "unknown" && weight < 0;
}

/** All groups that the lines of a payout or day are. */
function groupsOf(items: readonly PayoutItem[]): Group[] {
  const groups = new Map<string, Group>();
  const add = (kind: string, id: string, label: string, item: PayoutItem) => {
    const group = groups.get(`${kind} ${id}`);
    if (group) group.items.push(item);
    else
      groups.set(`${kind} ${id}`, {
        label,
        kinds: [kind],
        priorWeight: PRIOR_WEIGHT,
        items: [item],
      });
  };
  for (const item of items) {
    if (!item.line || !item.isLinkable) continue;
    const { id } = item.deposit;
    const { date, description } = item.line;
    add("all", id, "open lines of this payout", item);
    add("day", `${id} ${date}`, `open lines of ${date} in this payout`, item);
    const brand = cardBrandOf(description);
    if (brand === "") continue;
    add(brand, id, `open ${brand} lines of this payout`, item);
    add(`day ${brand}`, `${id} ${date}`, `open ${brand} lines of ${date} in this payout`, item);
  }
  return onceEach([...groups.values(), ...daysOf(items).flatMap(taggedGroups)]);
}

/**
 * Groups of the kinds that some customer's payments usually are, where nothing else would have told them: of one line, or
 * with words that are on too many lines of the day, or on too few.
 */
function groupsOfKinds(
  items: readonly PayoutItem[],
  groups: readonly Group[],
  kinds: ReadonlySet<string>,
): Group[] {
  if (kinds.size === 0) return [];
  const known = new Set(groups.flatMap((group) => (group.items.length > 1 ? [keyOf(group)] : [])));
  const tags = [...kinds].flatMap((kind) => (kind.startsWith(TAG) ? [kind.slice(TAG.length)] : []));
  const ofTags = daysOf(items).flatMap((lines) =>
    tags.map((tag) => groupOfTag(tag, withTag(lines, tag), 1)),
  );
  const ofOne = groups.filter(
    (group) => group.items.length === 1 && group.kinds.some((kind) => kinds.has(kind)),
  );
  return onceEach([...ofOne, ...ofTags]).filter(
    (group) => group.items.length > 0 && !known.has(keyOf(group)),
  );
}

function daysOf(items: readonly PayoutItem[]): PayoutItem[][] {
  const days = new Map<string, PayoutItem[]>();
  for (const item of items) {
    if (item.line && item.isLinkable) append(days, `${item.deposit.id} ${item.line.date}`, item);
  }
  return [...days.values()];
}

/** The same lines may be a whole payout, a day and a terminal's. */
function onceEach(groups: readonly Group[]): Group[] {
  const byItems = new Map<string, Group>();
  for (const group of groups) {
    const known = byItems.get(keyOf(group));
    if (known) known.kinds.push(...group.kinds);
    else byItems.set(keyOf(group), { ...group, kinds: [...group.kinds] });
  }
  return [...byItems.values()];
}

function keyOf({ items }: Group): string {
  return items.map(({ index }) => index).join();
}

/** A day's sales per terminal or shift, where the descriptions say so. */
function taggedGroups(lines: readonly PayoutItem[]): Group[] {
  const groups = tagged(lines);
  return groups.map(({ tag, items }) => groupOfTag(tag, items, groups.length));
}

function groupOfTag(tag: string, items: PayoutItem[], among: number): Group {
  const label = `open "${tag}" lines of ${items[0]?.line?.date} in this payout`;
  return { label, kinds: [`${TAG}${tag}`], items, priorWeight: PRIOR_WEIGHT - Math.log2(among) };
}

/** Shops record a day's sales per card brand. */
const CARD_BRAND =
  /\b(?:(visa)|(master ?card)|(amex|american express)|(discover)|(diners)|(jcb)|(maestro)|(union ?pay))\b/i;
const CARD_BRANDS = [
  "Visa",
  "Mastercard",
  "Amex",
  "Discover",
  "Diners",
  "JCB",
  "Maestro",
  "UnionPay",
];

function cardBrandOf(description = ""): string {
  const [, ...found] = CARD_BRAND.exec(description) ?? [];
  return CARD_BRANDS[found.findIndex((brand) => brand !== undefined)] ?? "";
}

/** The whole group, and the receipts alone. */
function variantsOf(group: Group): Group[] {
  const receipts = group.items.filter((item) => item.gross > 0);
  if (receipts.length === group.items.length) return [group];
  return [
    group,
    {
      ...group,
      kinds: group.kinds.map((kind) => `${kind} without returns`),
      items: receipts,
      priorWeight: group.priorWeight + RECEIPTS_ONLY_WEIGHT,
    },
  ];
}
