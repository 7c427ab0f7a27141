import { append } from "../collections/append";
import type { PayoutItem } from "../records/records";
import { tagged, withTag } from "./tags";

/** Prior of a complete group being recorded as one payment, in bits. */
const PRIOR_WEIGHT = -4;
/** Bits lost where the sum leaves out the returns. */
const RECEIPTS_ONLY_WEIGHT = -1;
/** Before the words of a group's descriptions, in its kind. */
const TAG = "tag ";

/** Lines of a payout that books may record as one payment. */
export interface Group {
  /** What the group is all of, for the evidence. */
  label: string;
  /** The same in words that recur from day to day: several where they are the same lines. */
  kinds: string[];
  items: PayoutItem[];
  priorWeight: number;
}

/** Groups by payout, day, card brand and the words of the descriptions. */
export function groupsOf(items: readonly PayoutItem[]): Group[] {
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
 * Groups of kinds that the books are known to record as totals, though they are too weak to be found by their sum alone:
 * single lines, and lines with a word that all lines of the day have.
 */
export function groupsOfKinds(
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
export function variantsOf(group: Group): Group[] {
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
