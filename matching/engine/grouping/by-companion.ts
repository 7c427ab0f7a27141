import { append } from "../collections/append";
import { exp2 } from "../exp2";
import { PRIOR_IN_LEDGER, WINDOW_DAYS } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import { NONE } from "../text/string-table";
import { assignSales } from "./assign-sales";
import { type RelatedPair, relatedPairs } from "./same-customer";
import { type OpenRecords, proposeSet, type SetProposal } from "./set-proposal";

/** Upper bound of the weight of customer and number together, in bits: the customer's other payments share both. */
const MAX_CUSTOMER_WEIGHT = 4;
/** Of more equal payments of a day, the first ones are looked at. */
const MAX_EQUAL = 8;

/** Before any data: share of such sales where an account goes with them, and the lines that it counts for. */
const PRIOR = { share: 1 / 16, strength: 20 } as const;
const PASSES = 5;
const MAX_SHARE = 0.9;

interface Found {
  set: SetProposal;
  /** The account, and the customer of the other payment, by LedgerRow.name. */
  account: number;
  customer: number;
}

/**
 * Finds lines that the books have as a payment of the customer and one of an account that goes with the sales of all:
 * sales tax, shipping, tips. The two are of one day. Which accounts these are, and how often, is learned from the lines
 * that a payment of the account completes, against those that one does by chance. O(n log n) for n open records.
 * @returns proposals; they may share records
 */
export function findCompanionSets(open: OpenRecords): SetProposal[] {
  const companions = new Companions(open.rows);
  const isSmaller = (item: PayoutItem, row: LedgerRow) =>
    item.line !== undefined && item.isLinkable && item.gross > 0 && row.amount < item.gross;
  const pairs = relatedPairs(
    open,
    (item, row) => isSmaller(item, row) && companions.of(item, row).length > 0,
  );
  const found = new Map<number, Found[]>();
  for (const pair of pairs) {
    if (pair.isDismissed || !isSmaller(pair.item, pair.row)) continue;
    for (const companion of companions.of(pair.item, pair.row)) {
      const one = setOf(open, pair, companion);
      if (one) append(found, one.account, one);
    }
  }
  const lines = new Set(pairs.map(({ item }) => item)).size;
  const customers = new Set(open.rows.map(({ name }) => name)).size;
  const judged = [...found.values()].flatMap((ofAccount) => {
    // One customer's payments that add up are that customer's; an account goes with those of several.
    const isAccount = new Set(ofAccount.map(({ customer }) => customer)).size > 1;
    if (!isAccount) return [];
    const completenessWeight = learnedWeight(ofAccount, lines, PRIOR.share / customers);
    return ofAccount.map(({ set }) => proposeSet(open, { ...set, completenessWeight }));
  });
  return assignSales(judged, open.records.strings);
}

/**
 * How often an account goes with the lines that have a smaller payment of their customer: estimated from its candidates by
 * expectation maximization.
 * @param prior any of the customers may be an account, and few are
 * @returns log2 odds, in bits
 */
function learnedWeight(candidates: readonly Found[], lines: number, prior: number): number {
  let share = prior;
  for (let pass = 0; pass < PASSES; pass++) {
    const odds = share / (1 - share);
    let sum = prior * PRIOR.strength;
    for (const { set } of candidates) sum += 1 / (1 + exp2(-set.weight) / odds);
    share = Math.min(MAX_SHARE, sum / (lines + PRIOR.strength));
  }
  return Math.log2(share / (1 - share));
}

function setOf(open: OpenRecords, pair: RelatedPair, companion: LedgerRow): Found | null {
  const { scorer, records } = open;
  const { item, row, comparison } = pair;
  const account = companion.name;
  if (account === NONE || account === row.name) return null;
  // The payment of one who pays, or of the same family, is no account's.
  if (scorer.compareCustomers(item, companion).weight > 0) return null;
  const { nameMatchWeight, referenceMatchWeight, name, lag } = comparison;
  const set = proposeSet(open, {
    ...{ items: [item], rows: [row, companion], level: "sum_gross" as const, lag },
    ...{ completenessWeight: 0, priorWeight: 0, absenceWeight: 0 },
    sumWeight:
      scorer.amountMatchWeightOf(companion, "exact_gross") -
      PRIOR_IN_LEDGER +
      Math.log2(WINDOW_DAYS),
    completeAs: `payments for this sale: the customer's and "${records.strings.raw(account)}" on that day`,
    ...{ name, nameMatchWeight: Math.min(MAX_CUSTOMER_WEIGHT, nameMatchWeight) },
    referenceMatchWeight: Math.max(
      0,
      Math.min(MAX_CUSTOMER_WEIGHT - nameMatchWeight, referenceMatchWeight),
    ),
    dateMatchWeight: scorer.dateMatchWeight(item, lag),
  });
  return { set, account, customer: row.name };
}

/** Payments by currency, day and amount: those that complete a line with another one of that day. */
export class Companions {
  private byKey: Map<string, LedgerRow[]> | undefined;

  constructor(private readonly rows: readonly LedgerRow[]) {}

  /**
   * O(n) for n payments at first.
   * @returns the other payments of the payment's day that are the rest of the line's gross, at most {@link MAX_EQUAL}
   */
  of({ gross }: PayoutItem, row: LedgerRow): LedgerRow[] {
    this.byKey ??= byDayAndAmount(this.rows);
    const completing = this.byKey.get(keyOf(row, gross - row.amount)) ?? [];
    return completing.filter((each) => each !== row).slice(0, MAX_EQUAL);
  }
}

function byDayAndAmount(rows: readonly LedgerRow[]): Map<string, LedgerRow[]> {
  const byKey = new Map<string, LedgerRow[]>();
  for (const row of rows) if (row.amount > 0) append(byKey, keyOf(row, row.amount), row);
  return byKey;
}

function keyOf({ currency, day }: LedgerRow, amount: number): string {
  return `${currency} ${day} ${amount}`;
}
