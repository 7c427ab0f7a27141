import type { Evidence, InvoiceMatch, Match, MatchKind } from "../contract";
import type { SetProposal } from "../grouping/set-proposal";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import { explainPair, explainSet, type Names } from "./explain";
import { matchKind } from "./match-kind";
import type { DifferingPair, Outcome, PairProposal } from "./outcome";
import type { Decision } from "./policy";

/** No match is certain. */
const MAX_PROBABILITY = 0.999999;

/** Turns accepted pairs and sets into matches, ordered by deposit and line. O(n log n). */
export function toMatches(outcome: Outcome): Match[] {
  const names = customerNamesOf(outcome.records);
  const { pairs: differing = [], exchanged = [] } = outcome.differences ?? {};
  const sets = [
    ...outcome.sets.map((set) => ({ ...set, toMatch: () => fromSet(set, names) })),
    ...differing.map((pair) => ({
      items: [pair.item],
      toMatch: () => fromDiffering(pair, outcome),
    })),
    ...exchanged.map(({ items, match }) => ({ items, toMatch: () => match })),
  ]
    .map(({ items, toMatch }) => ({ toMatch, at: Math.min(...items.map(({ index }) => index)) }))
    .sort((a, b) => b.at - a.at);
  const pairs = [...outcome.accepted].sort((a, b) => a.item.index - b.item.index);
  const matches: Match[] = [];
  const addSetsBefore = (index: number) => {
    for (let next = sets.at(-1); next && next.at < index; next = sets.at(-1)) {
      matches.push(next.toMatch());
      sets.pop();
    }
  };
  for (const pair of pairs) {
    addSetsBefore(pair.item.index);
    matches.push(new PairMatch(pair, outcome));
  }
  addSetsBefore(Number.POSITIVE_INFINITY);
  return matches;
}

/** A match whose evidence is computed when it is read, because few of a million are. */
class PairMatch implements Match {
  readonly depositId: string;
  readonly lineIds: string[];
  readonly paymentIds: string[];
  readonly kind: MatchKind;
  readonly decision: Match["decision"];
  readonly probability: number;
  readonly difference: number;
  readonly currency: string;
  readonly #proposal: PairProposal;
  readonly #outcome: Outcome;

  constructor(proposal: PairProposal, outcome: Outcome) {
    const { item, row, decision } = proposal;
    this.depositId = item.deposit.id;
    this.lineIds = lineIdsOf([item]);
    this.paymentIds = [row.payment.id];
    this.kind = matchKind(Math.max(1, this.lineIds.length), 1);
    this.decision = decision === "auto" ? "auto" : "suggested";
    this.probability = rounded(proposal.probability);
    this.difference = difference([item], [row], row.amount === item.net);
    this.currency = item.currency;
    this.#proposal = proposal;
    this.#outcome = outcome;
  }

  get evidence(): Evidence[] {
    const { model, training, calibration, records } = this.#outcome;
    const { item, row, pair, ...decided } = this.#proposal;
    const score = training.scoreOf(pair);
    const reference = records.strings.referenceKeys[score.referenceId] ?? "";
    const others = calibration.alternatives(pair).count;
    const names = customerNamesOf(records);
    const sharedWords = model.texts.compare(item, row).words;
    return explainPair({ ...decided, item, row, score, names, reference, sharedWords, others });
  }

  get alternatives(): Match["alternatives"] {
    const { calibration, records } = this.#outcome;
    const { count, best } = calibration.alternatives(this.#proposal.pair);
    const other = best && records.rows[best.row];
    return {
      count,
      best: other
        ? { paymentIds: [other.payment.id], probability: rounded(best.probability) }
        : null,
    };
  }
}

/** Turns proposals of open invoices, as ledger rows, into their suggestions. */
export function toInvoiceMatches(outcome: Outcome): InvoiceMatch[] {
  return toMatches(outcome).map((match) => {
    const { depositId, lineIds, paymentIds, kind, probability, difference, currency } = match;
    return {
      depositId,
      lineIds,
      invoiceIds: paymentIds,
      kind,
      decision: "suggested",
      probability,
      difference,
      currency,
      evidence: match.evidence,
    };
  });
}

function fromDiffering(pair: DifferingPair, { model, records }: Outcome): Match {
  const { item, row, comparison, probability } = pair;
  const reference = records.strings.referenceKeys[comparison.referenceId] ?? "";
  const sharedWords = model.texts.compare(item, row).words;
  const score = model.scorer.explainDiffering(item, row, comparison);
  const facts = { item, row, score, names: customerNamesOf(records), reference, sharedWords };
  return {
    ...identify([item], [row]),
    ...{ decision: "suggested", probability },
    difference: difference([item], [row], false),
    evidence: explainPair({ ...facts, probability, others: 0 }),
    alternatives: { count: 0, best: null },
  };
}

function fromSet(set: SetProposal & { decision: Decision }, names: Names): Match {
  return {
    ...identify(set.items, set.rows),
    decision: set.decision === "auto" ? "auto" : "suggested",
    probability: rounded(set.probability),
    difference: difference(set.items, set.rows, set.level === "sum_net"),
    evidence: explainSet(set, names),
    alternatives: { count: 0, best: null },
  };
}

/** Customers of records as written. */
export function customerNamesOf({ strings }: RecordSet): Names {
  return { of: ({ name }) => strings.raw(name).trim() };
}

function identify(
  items: PayoutItem[],
  rows: LedgerRow[],
): Pick<Match, "depositId" | "lineIds" | "paymentIds" | "kind" | "currency"> {
  const [item] = items;
  const lineIds = lineIdsOf(items);
  return {
    depositId: item?.deposit.id ?? "",
    lineIds,
    paymentIds: rows.map(({ payment }) => payment.id).sort(byCode),
    kind: matchKind(Math.max(items.length, lineIds.length), rows.length),
    currency: item?.currency ?? "",
  };
}

function lineIdsOf(items: readonly PayoutItem[]): string[] {
  return items
    .flatMap(({ line, furtherLineIds = [] }) => (line ? [line.id, ...furtherLineIds] : []))
    .sort(byCode);
}

function difference(items: PayoutItem[], rows: LedgerRow[], afterFees: boolean): number {
  let total = 0;
  for (const row of rows) total += row.amount;
  for (const item of items) total -= afterFees ? item.net : item.gross;
  return total;
}

function rounded(probability: number): number {
  return Math.min(MAX_PROBABILITY, Math.round(probability * 1e6) / 1e6);
}

function byCode(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
