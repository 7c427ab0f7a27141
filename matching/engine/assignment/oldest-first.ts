import { type CandidatePairs, stepsToBits } from "../compare/candidate-pairs";
import type { LinkageModel } from "../compare/model";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { StringTable } from "../text/string-table";

/** Less probable exchanges connect no group; together they still count against it. */
const MIN_EXCHANGE_PROBABILITY = 0.001;
/** Groups that are less probably complete are not paired by age. */
const MIN_COMPLETENESS = 0.92;
/** What else tells the pairs apart, in bits, goes before their age. */
const MIN_TOLD_APART = 0.01;

/** One pair of a group whose charges and payments can be exchanged without changing the books. */
export interface ExchangeablePair {
  /** Index into the candidate pairs. */
  pair: number;
  /** That charges and payments of the group belong together, whichever to which; 0 to 1. */
  probability: number;
  /** In another order, a payment would be on another Deposit. */
  isAcrossPayouts: boolean;
  /** False where a period or another fact tells them apart. */
  isOldestFirst: boolean;
}

/**
 * Equal charges of one payer and as many equal payments of one ledger customer, each of which could be
 * another's: any order gives the same balances, so the oldest charge takes the oldest payment. A group counts
 * only if hardly any of its records can have its partner outside: with one too many on either side it
 * matters which stays open. O(candidate pairs of the chosen records).
 * @param chosen at most one pair per record, none of them certain on its own
 * @param probabilities marginal probability by pair
 * @returns what takes the place of chosen pairs
 */
export function pairOldestFirst(
  chosen: readonly number[],
  pairs: CandidatePairs,
  probabilities: Float64Array,
  model: Pick<LinkageModel, "records" | "rates">,
): Map<number, ExchangeablePair> {
  const exchanges = new Exchanges(chosen, pairs, probabilities, model);
  return new Map([...exchanges.groups()].flatMap((group) => exchanges.oldestFirst(group)));
}

class Exchanges {
  /** Chosen pair by PayoutItem.index and by LedgerRow.index. */
  private readonly ofItem = new Map<number, number>();
  private readonly ofRow = new Map<number, number>();

  constructor(
    private readonly chosen: readonly number[],
    private readonly pairs: CandidatePairs,
    private readonly probabilities: Float64Array,
    private readonly model: Pick<LinkageModel, "records" | "rates">,
  ) {
    for (const pair of chosen) {
      this.ofItem.set(pairs.itemOf(pair), pair);
      this.ofRow.set(pairs.rowOf(pair), pair);
    }
  }

  /** Two and more chosen pairs each, connected by possible exchanges. */
  *groups(): Generator<number[]> {
    const seen = new Set<number>();
    for (const start of this.chosen) {
      if (seen.has(start)) continue;
      seen.add(start);
      const group = [start];
      for (const pair of group) {
        for (const other of this.exchangesOf(pair)) {
          if (seen.has(other)) continue;
          seen.add(other);
          group.push(other);
        }
      }
      if (group.length > 1) yield group;
    }
  }

  /** @returns by chosen pair what takes its place; none where a group is not sure to be complete */
  oldestFirst(group: number[]): [chosen: number, next: ExchangeablePair][] {
    const { pairs, model } = this;
    const items = group.flatMap((pair) => model.records.items[pairs.itemOf(pair)] ?? []);
    const rows = group.flatMap((pair) => model.records.rows[pairs.rowOf(pair)] ?? []);
    const probability = this.completeness(items, rows);
    if (probability < MIN_COMPLETENESS) return [];
    const isAcrossPayouts = items.some(({ deposit }) => deposit !== items[0]?.deposit);
    items.sort((a, b) => a.day - b.day || byCode(idOf(a), idOf(b)));
    rows.sort((a, b) => a.day - b.day || byCode(a.payment.id, b.payment.id));
    const ordered = items.flatMap((item, i) => this.pairOf(item, rows[i]) ?? []);
    // A date may be out of the question, or a person may have refused a pair.
    if (ordered.length < group.length) return [];
    const isOldestFirst = this.worth(ordered) >= this.worth(group) - MIN_TOLD_APART;
    const taken = isOldestFirst ? ordered : group;
    return taken.map((pair) => [
      this.ofItem.get(pairs.itemOf(pair)) ?? pair,
      { pair, probability, isAcrossPayouts, isOldestFirst },
    ]);
  }

  /** The other chosen pairs whose payment, or whose charge, this one could have instead. */
  private *exchangesOf(pair: number): Generator<number> {
    const { pairs } = this;
    const [item, row] = [pairs.itemOf(pair), pairs.rowOf(pair)];
    for (let at = pairs.itemBegin(item); at < pairs.itemEnd(item); at++) {
      const cross = pairs.itemPair(at);
      const other = this.ofRow.get(pairs.rowOf(cross));
      if (other !== undefined && this.isExchange(pair, cross, other)) yield other;
    }
    for (let at = pairs.rowBegin(row); at < pairs.rowEnd(row); at++) {
      const cross = pairs.rowPair(at);
      const other = this.ofItem.get(pairs.itemOf(cross));
      if (other !== undefined && this.isExchange(pair, cross, other)) yield other;
    }
  }

  /** @param cross the item of one of two chosen pairs with the row of the other */
  private isExchange(pair: number, cross: number, other: number): boolean {
    const { pairs, probabilities, model } = this;
    if (pair === other || (probabilities[cross] ?? 0) < MIN_EXCHANGE_PROBABILITY) return false;
    const { items, rows, strings } = model.records;
    const [item, otherItem] = [items[pairs.itemOf(pair)], items[pairs.itemOf(other)]];
    const [row, otherRow] = [rows[pairs.rowOf(pair)], rows[pairs.rowOf(other)]];
    return (
      isSameCharge(item, otherItem, strings) &&
      isSamePayment(row, otherRow, strings) &&
      this.isLike(pair, cross) &&
      this.isLike(other, cross)
    );
  }

  private isLike(one: number, other: number): boolean {
    const { pairs, model } = this;
    return (
      pairs.amountOf(one) === pairs.amountOf(other) &&
      pairs.referenceMatchWeightOf(one) === pairs.referenceMatchWeightOf(other) &&
      pairs.textOf(one) === pairs.textOf(other) &&
      pairs.periodOf(one) !== "other_period" &&
      pairs.periodOf(other) !== "other_period" &&
      model.rates.detailMatchWeight(pairs.detailsOf(one)) ===
        model.rates.detailMatchWeight(pairs.detailsOf(other))
    );
  }

  /** The least probability of a record of the group to have its partner in the group. */
  private completeness(items: PayoutItem[], rows: LedgerRow[]): number {
    const { pairs, probabilities } = this;
    const ofItems = new Map(items.map(({ index }) => [index, 0]));
    const ofRows = new Map(rows.map(({ index }) => [index, 0]));
    for (const [item, before] of ofItems) {
      let sum = before;
      for (let at = pairs.itemBegin(item); at < pairs.itemEnd(item); at++) {
        const pair = pairs.itemPair(at);
        const ofRow = ofRows.get(pairs.rowOf(pair));
        if (ofRow === undefined) continue;
        sum += probabilities[pair] ?? 0;
        ofRows.set(pairs.rowOf(pair), ofRow + (probabilities[pair] ?? 0));
      }
      ofItems.set(item, sum);
    }
    return Math.min(1, ...ofItems.values(), ...ofRows.values());
  }

  /** Sum of the pairs' evidence without their dates, in bits. */
  private worth(group: readonly number[]): number {
    const { pairs, model } = this;
    let sum = 0;
    for (const pair of group) {
      const item = model.records.items[pairs.itemOf(pair)];
      const ofDate = item ? model.rates.lagMatchWeight(item, pairs.lagOf(pair)) : 0;
      sum += stepsToBits(pairs.scoreOf(pair)) - ofDate;
    }
    return sum;
  }

  private pairOf({ index }: PayoutItem, row: LedgerRow | undefined): number | undefined {
    const { pairs } = this;
    for (let at = pairs.itemBegin(index); at < pairs.itemEnd(index); at++) {
      const pair = pairs.itemPair(at);
      if (pairs.rowOf(pair) === row?.index) return pair;
    }
    return undefined;
  }
}

function isSameCharge(
  one: PayoutItem | undefined,
  other: PayoutItem | undefined,
  strings: StringTable,
): boolean {
  return (
    one?.line !== undefined &&
    one.gross === other?.gross &&
    one.rateGroup === other.rateGroup &&
    isSameCustomer(one, other, strings)
  );
}

function isSamePayment(
  one: LedgerRow | undefined,
  other: LedgerRow | undefined,
  strings: StringTable,
): boolean {
  return (
    one !== undefined &&
    one.amount === other?.amount &&
    one.recordType === other.recordType &&
    one.reversal === other.reversal &&
    isSameCustomer(one, other, strings)
  );
}

/** By name or address; two missing names are equal. */
function isSameCustomer<One extends PayoutItem | LedgerRow>(
  one: One,
  other: One,
  strings: StringTable,
): boolean {
  const key = strings.form(one.name)?.key ?? one.email;
  return key !== "" && key === (strings.form(other.name)?.key ?? other.email);
}

function idOf({ deposit, line }: PayoutItem): string {
  return `${deposit.date} ${deposit.id} ${line?.id ?? ""}`;
}

function byCode(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
