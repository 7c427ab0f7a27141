import { exp2 } from "@/matching/engine/exp2";
import { RelationIndex } from "../grouping/relations";
import { ABSENCE_WEIGHTS, NOTHING_OPEN_PROBABILITY } from "../parameters";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import { NONE } from "../text/string-table";
import { OpenAmounts, OpenSides } from "./open-amounts";
import { OpenDays, OpenMoney } from "./open-money";
import type { Outcome } from "./outcome";

/**
 * What tells whether the payment of an open line is absent from the books, each as a number that
 * {@link ABSENCE_WEIGHTS} weighs. 0 or 1 for facts that hold or don't; otherwise bits.
 */
export type AbsenceFacts = Record<keyof typeof ABSENCE_WEIGHTS, number>;

/** Candidates leave no more certainty than this, in bits. */
const MAX_UNEXPLAINED = 10;
/** Payments of the customer that reach this share of the line may be its parts. */
const MIN_COVER = 0.8;

/**
 * Probability of each open item that its payment is not in the books at all: what its candidates
 * leave, weighed by whether the open payments hold enough money for the open lines (books may record a
 * whole day as one payment) and by what else the line and its customer show. O(open items + open rows).
 */
export function notInBooks(outcome: Outcome): Map<PayoutItem, number> {
  const probabilities = new Map<PayoutItem, number>();
  const open = new OpenSides(openRows(outcome));
  for (const [item, facts] of absenceFacts(outcome)) {
    const probability = 1 / (1 + exp2(-absenceWeight(facts)));
    const least = open.hasNear(item) ? 0 : NOTHING_OPEN_PROBABILITY;
    const present = outcome.differences?.open.get(item)?.present ?? 0;
    probabilities.set(item, Math.min(1 - present, Math.max(least, probability)));
  }
  return probabilities;
}

function absenceWeight(facts: AbsenceFacts): number {
  let weight = 0;
  for (const fact of ABSENCE_FACTS) weight += ABSENCE_WEIGHTS[fact] * facts[fact];
  return weight;
}

/** The facts of each open item, in the order of the items; also what the weights are fitted on. */
function* absenceFacts(outcome: Outcome): Generator<[PayoutItem, AbsenceFacts]> {
  const { records, model, matchedItems, training } = outcome;
  const linkable = records.items.filter(({ isLinkable }) => isLinkable);
  const items = linkable.filter(({ index }) => matchedItems[index] === 0);
  const rows = openRows(outcome);
  const relations = new RelationIndex({ ...model, rows });
  const amounts = new OpenAmounts(items, rows);
  const customers = new LedgerCustomers(records);
  const explained = training.matchedShares().items;
  const days = new OpenDays(linkable, ({ index }) => matchedItems[index] === 0);
  const money = new OpenMoney(items, rows, (row) =>
    Math.min(1, exp2(model.recordTypes.matchWeight(row))),
  );
  for (const item of items) {
    const near = relations
      .relationsOf(item)
      .filter(({ row }) => Math.sign(row.amount) === Math.sign(item.gross));
    let related = 0;
    for (const { row } of near) related += row.amount;
    const { payments, lines } = amounts.around(item);
    const supply = money.supply(item);
    const unexplained = boundedOdds(1 - (explained[item.index] ?? 0));
    const isWhole = item.line === undefined;
    const isNamed = item.name !== NONE || item.email !== "" || (isWhole && item.text !== NONE);
    const facts = {
      always: 1,
      openOfDay: days.odds(item),
      moneyShort: Math.max(0, -supply),
      moneyToSpare: Math.max(0, supply),
      unexplained,
      whole: Number(isWhole),
      refund: Number(item.gross < 0),
      named: Number(isNamed),
      knownCustomer: Number(customers.has(item)),
      noPaymentOfCustomer: Number(isNamed && near.length === 0),
      paymentsOfCustomerCover: Number(related / item.gross >= MIN_COVER),
      noCandidate: Number(!hasOpenCandidate(outcome, item)),
      noEqualAmount: Number(payments === 0),
      equalAmounts: Math.log2((payments + 0.5) / (lines + 0.5)),
    };
    yield [item, facts];
  }
}

function openRows({ records, matchedRows }: Outcome): LedgerRow[] {
  return records.rows.filter(
    ({ index, reversal }) => matchedRows[index] === 0 && reversal !== "voided",
  );
}

const ABSENCE_FACTS = Object.keys(ABSENCE_WEIGHTS) as (keyof typeof ABSENCE_WEIGHTS)[];

function boundedOdds(probability: number): number {
  const odds = Math.log2(Math.max(0, probability) / Math.max(0, 1 - probability));
  return Math.max(-MAX_UNEXPLAINED, Math.min(MAX_UNEXPLAINED, odds));
}

function hasOpenCandidate({ training, matchedRows }: Outcome, { index }: PayoutItem): boolean {
  const { pairs } = training;
  for (let at = pairs.itemBegin(index); at < pairs.itemEnd(index); at++) {
    if (matchedRows[pairs.rowOf(pairs.itemPair(at))] === 0) return true;
  }
  return false;
}

/** Who occurs in the ledger under the very same name or address. */
class LedgerCustomers {
  private readonly names = new Set<string>();
  private readonly emails = new Set<string>();

  constructor(private readonly records: RecordSet) {
    for (const { name, email } of records.rows) {
      const key = records.strings.form(name)?.key;
      if (key) this.names.add(key);
      if (email !== "") this.emails.add(email);
    }
  }

  has({ name, email }: PayoutItem): boolean {
    const key = this.records.strings.form(name)?.key;
    return (key !== undefined && this.names.has(key)) || this.emails.has(email);
  }
}
