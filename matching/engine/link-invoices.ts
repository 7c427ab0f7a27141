import { comparable } from "@/matching/engine/comparable";
import { exp2 } from "@/matching/engine/exp2";
import { column } from "./collections/column";
/**
 * Open invoices for the lines that no payment explains: the same stages as for payments, on what
 * they left. A payment in the books goes first, because an invoice that it paid is not open.
 */

import { assignOneToOne } from "./assignment/one-to-one";
import { append } from "./collections/append";
import { InvoiceRates } from "./compare/invoice-rates";
import { buildModel, type LinkageModel } from "./compare/model";
import type { DepositInput, InvoiceInput, LineInput, MatchOptions } from "./contract";
import type { DecidedSet, Outcome, PairProposal } from "./decision/outcome";
import { findSets } from "./grouping/find-sets";
import type { Claim } from "./grouping/set-proposal";
import { Calibration } from "./inference/calibration";
import type { EmTraining } from "./inference/em-training";
import {
  INVOICE_WINDOW,
  MIN_SUGGEST_PROBABILITY,
  PRIOR_IN_LEDGER,
  PRIOR_OPEN_INVOICE,
} from "./parameters";
import { newSearch, trainOnCandidates } from "./pipeline";
import { normalizeInvoices } from "./records/invoices";
import type { LedgerRow, PayoutItem } from "./records/records";

/** A line, or a deposit without lines, that no payment explains. */
export type OpenItem = Pick<PayoutItem, "deposit" | "line" | "gross">;

/** Invoices that are worth a look, per line. */
const MAX_RANKED = 20;

/**
 * Links lines to open invoices; at most one proposal per line and per invoice.
 * @param notInBooks probability by item that its payment is not in the books; only these items are linked
 * @returns what was proposed, with the invoices as ledger rows
 */
export function linkInvoices(
  notInBooks: ReadonlyMap<OpenItem, number>,
  invoices: InvoiceInput[],
  options: MatchOptions,
): Outcome {
  const { model, state, training, calibration, proposals, sets } = search(
    notInBooks,
    invoices,
    options,
  );
  const taken = new Set(sets.flatMap(({ items, rows }) => [...items, ...rows]));
  const accepted = proposals.filter(
    ({ item, row, probability }) =>
      probability >= MIN_SUGGEST_PROBABILITY && !taken.has(item) && !taken.has(row),
  );
  return { ...state, model, accepted, sets, training, calibration };
}

/**
 * For a person who chooses: not only the best proposal, but each invoice that was compared with a line, and
 * the sets of one line. Parameters as of {@link linkInvoices}.
 */
export function rankInvoices(
  notInBooks: ReadonlyMap<OpenItem, number>,
  invoices: InvoiceInput[],
  options: MatchOptions,
): Outcome {
  const found = search(notInBooks, invoices, options);
  const { model, state, training, calibration, judge } = found;
  const { pairs } = training;
  const accepted: PairProposal[] = [];
  for (const item of model.records.items) {
    const ranked: PairProposal[] = [];
    for (let at = pairs.itemBegin(item.index); at < pairs.itemEnd(item.index); at++) {
      const pair = pairs.itemPair(at);
      const row = model.records.rows[pairs.rowOf(pair)];
      if (row) ranked.push(proposal(pair, item, row, training.probabilities[pair] ?? 0, judge));
    }
    ranked.sort(
      (a, b) => comparable(b.probability) - comparable(a.probability) || a.row.index - b.row.index,
    );
    accepted.push(...ranked.slice(0, MAX_RANKED));
  }
  const sets = found.sets.filter(({ items }) => items.length === 1);
  return { ...state, model, accepted, sets, training, calibration };
}

function search(
  notInBooks: ReadonlyMap<OpenItem, number>,
  invoices: InvoiceInput[],
  options: MatchOptions,
) {
  const records = normalizeInvoices(openDeposits(notInBooks.keys()), invoices);
  const model = buildModel(records, options.history ?? [], { rates: new InvoiceRates() });
  const state = newSearch(records);
  const { training } = trainOnCandidates(model, state, options, () => {}, INVOICE_WINDOW);
  const calibration = new Calibration(training.pairs, training.probabilities, {
    items: column(records.items, (item) => item.interchangeClass),
    rows: column(records.rows, (row) => row.interchangeClass),
  });
  const judge = new Judge(notInBooks, training);
  const proposals = proposePairs(model, training, calibration, judge);
  const sets = options.algorithm === "exact" ? [] : proposeSets(model, proposals, judge);
  return { model, state, training, calibration, judge, proposals, sets };
}

/** The open lines only, in the deposits they belong to. Money that went out pays no invoice. */
function openDeposits(items: Iterable<OpenItem>): DepositInput[] {
  const lines = new Map<DepositInput, LineInput[]>();
  const whole: DepositInput[] = [];
  for (const { deposit, line, gross } of items) {
    if (gross <= 0) continue;
    if (line) append(lines, deposit, line);
    else whole.push(deposit);
  }
  return [...whole, ...[...lines].map(([deposit, open]) => ({ ...deposit, lines: open }))];
}

/** Turns the model's probabilities, which assume that the invoice is open, into those stated. */
class Judge {
  /** In bits: odds that a line without a payment has an open invoice, against PRIOR_IN_LEDGER. */
  private readonly offset: number;
  private readonly notInBooks = new Map<string, number>();

  constructor(notInBooks: ReadonlyMap<OpenItem, number>, training: EmTraining) {
    const shares = training.matchedShares().items;
    let found = 0;
    for (const share of shares) found += share;
    const { share, strength } = PRIOR_OPEN_INVOICE;
    const open = (found + share * strength) / (shares.length + strength);
    this.offset = Math.log2(open / (1 - open)) - PRIOR_IN_LEDGER;
    for (const [item, probability] of notInBooks) this.notInBooks.set(keyOf(item), probability);
  }

  /**
   * The line is not in the books, and these are its invoices. An open invoice that fits speaks for
   * a missing payment itself.
   * @param probability of the model, 0 to 1
   */
  probability(items: OpenItem[], probability: number): number {
    const weight = Math.log2(probability / Math.max(1 - probability, Number.EPSILON));
    const fitting = 1 / (1 + exp2(-(weight + this.offset)));
    let missing = 1;
    for (const item of items)
      missing = Math.min(missing, this.notInBooks.get(keyOf(item)) ?? missing);
    return (missing * fitting) / (missing + (1 - missing) * (1 - fitting));
  }
}

function keyOf({ deposit, line }: OpenItem): string {
  return JSON.stringify([deposit.id, line?.id]);
}

function proposePairs(
  { records }: LinkageModel,
  training: EmTraining,
  calibration: Calibration,
  judge: Judge,
): PairProposal[] {
  const { pairs, probabilities } = training;
  const { items, rows } = records;
  const proposals: PairProposal[] = [];
  for (const pair of assignOneToOne(pairs, probabilities, items.length, rows.length)) {
    const item = items[pairs.itemOf(pair)];
    const row = rows[pairs.rowOf(pair)];
    if (!item || !row) continue;
    proposals.push(proposal(pair, item, row, calibration.probability(pair), judge));
  }
  return proposals;
}

function proposal(
  pair: number,
  item: PayoutItem,
  row: LedgerRow,
  matched: number,
  judge: Judge,
): PairProposal {
  const probability = judge.probability([item], matched);
  return {
    ...{ pair, item, row, probability, decision: "suggested" },
    ...{ needsPerson: true, isEligible: false, isClose: false },
  };
}

/** One charge for several invoices of a customer, or several charges for one. */
function proposeSets(model: LinkageModel, proposals: PairProposal[], judge: Judge): DecidedSet[] {
  const claims = new Map<PayoutItem | LedgerRow, Claim>();
  for (const pair of proposals) claims.set(pair.item, pair).set(pair.row, pair);
  const { items, rows } = model.records;
  const lines = items.filter(({ line }) => line !== undefined);
  return findSets({ ...model, items: lines, rows, claims })
    .map((set) => ({ ...set, probability: judge.probability(set.items, set.probability) }))
    .filter(({ probability }) => probability >= MIN_SUGGEST_PROBABILITY)
    .map((set) => ({ ...set, decision: "suggested", isEligible: false }));
}
