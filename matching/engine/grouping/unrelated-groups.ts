import { append } from "../collections/append";
import { lowerBound } from "../collections/lower-bound";
import { WINDOW } from "../parameters";
import type { LedgerRow } from "../records/records";
import { NONE, type StringTable } from "../text/string-table";
import type { ChanceSums } from "./chance-sums";

/** Payments that one charge may have paid, whoever made it. */
export interface Group {
  rows: LedgerRow[];
  /** With the other payments of their days that they were chosen from. */
  among: readonly LedgerRow[];
  total: number;
  /** Of the first payment. */
  day: number;
}

interface TotalsNear {
  size: number;
  met: number;
}

/** More payments of one day are how these books record it, not one charge. */
const MAX_OF_DAY = 10;
/** Days within which the payments of one customer may be one charge, and how many of them. */
const DAYS_APART = 15;
const MAX_NEAR = 6;
const MAX_APART = 3;

/**
 * Open payments that belong together by themselves: all of one customer and day, all of one day with a word in their memos, and two or
 * three of one customer within two weeks.
 */
export class UnrelatedGroups {
  private readonly byTotal = new Map<string, Group[]>();
  /** By currency and day. */
  private readonly near = new Map<string, TotalsNear>();
  /** Sorted by day, by currency. */
  private readonly sorted = new Map<string, { groups: Group[]; days: number[] }>();

  /** O(n log n) for n open rows. */
  constructor(rows: readonly LedgerRow[], strings: StringTable) {
    const byCurrency = new Map<string, Group[]>();
    for (const group of groupsOf(rows, strings)) {
      const currency = group.rows[0]?.currency ?? "";
      append(this.byTotal, `${currency} ${group.total}`, group);
      append(byCurrency, currency, group);
    }
    for (const [currency, groups] of byCurrency) {
      groups.sort((a, b) => a.day - b.day);
      this.sorted.set(currency, { groups, days: groups.map(({ day }) => day) });
    }
  }

  /** @returns groups of a total, in minor units, whose first payment is near a day */
  withTotal(currency: string, total: number, day: number): Group[] {
    return (this.byTotal.get(`${currency} ${total}`) ?? []).filter(
      (group) => group.day >= day - WINDOW.before && group.day <= day + WINDOW.after,
    );
  }

  /** @returns number of different totals of all groups near a day, and of the records that `chance` has with one of them */
  totalsNear(currency: string, day: number, chance: ChanceSums): TotalsNear {
    const key = `${currency} ${day}`;
    let known = this.near.get(key);
    if (!known) {
      const totals = this.distinctNear(currency, day);
      known = { size: totals.size, met: chance.met(currency, totals) };
      this.near.set(key, known);
    }
    return known;
  }

  private distinctNear(currency: string, day: number): Set<number> {
    const { groups, days } = this.sorted.get(currency) ?? { groups: [], days: [] };
    const from = lowerBound(days, day - WINDOW.before);
    const to = lowerBound(days, day + WINDOW.after + 1);
    const totals = new Set<number>();
    for (let at = from; at < to; at++) totals.add(groups[at]?.total ?? 0);
    return totals;
  }
}

function* groupsOf(rows: readonly LedgerRow[], strings: StringTable): Generator<Group> {
  const customers = new Map<string, LedgerRow[]>();
  const memos = new Map<string, LedgerRow[]>();
  for (const row of rows) {
    const { currency, name, text, day, amount } = row;
    const key = `${currency} ${Math.sign(amount)}`;
    if (name !== NONE) append(customers, `${key} ${name}`, row);
    for (const word of new Set(strings.form(text)?.distinctive)) {
      append(memos, `${key} ${day} ${word}`, row);
    }
  }
  const seen = new Set<string>();
  for (const some of memos.values()) {
    const members = some.map(({ index }) => index).join();
    const isOfSeveral = some.some(({ name }) => name !== some[0]?.name);
    if (!isOfSeveral || some.length > MAX_OF_DAY || seen.has(members)) continue;
    seen.add(members);
    yield toGroup(some, some);
  }
  for (const some of customers.values()) yield* groupsOfCustomer(some);
}

function* groupsOfCustomer(of: readonly LedgerRow[]): Generator<Group> {
  const rows = of.toSorted((a, b) => a.day - b.day || a.index - b.index);
  for (const [at, first] of rows.entries()) {
    const near: LedgerRow[] = [];
    for (let next = at + 1; (rows[next]?.day ?? Number.NaN) <= first.day + DAYS_APART; next++) {
      const row = rows[next];
      if (row) near.push(row);
    }
    let from = at;
    while (rows[from - 1]?.day === first.day) from -= 1;
    const among = [...rows.slice(from, at + 1), ...near];
    const ofDay = near.filter(({ day }) => day === first.day);
    const isFirst = rows[at - 1]?.day !== first.day;
    const isMany = ofDay.length >= MAX_APART || near.length > MAX_NEAR;
    if (isFirst && isMany && ofDay.length > 0 && ofDay.length < MAX_OF_DAY) {
      yield toGroup([first, ...ofDay], among);
    }
    if (near.length > MAX_NEAR) continue;
    for (const [i, second] of near.entries()) {
      yield toGroup([first, second], among);
      for (const third of near.slice(i + 1)) yield toGroup([first, second, third], among);
    }
  }
}

function toGroup(rows: LedgerRow[], among: readonly LedgerRow[]): Group {
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  return { rows, among, total, day: Math.min(...rows.map(({ day }) => day)) };
}
