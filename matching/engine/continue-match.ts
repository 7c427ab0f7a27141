import { buildModel } from "./compare/model";
import { findChanges } from "./continuation/changes";
import { continueCandidates } from "./continuation/continue-candidates";
import { continueProposals } from "./continuation/continue-proposals";
import { ContinuedRelations } from "./continuation/continued-relations";
import { type KnownRelations, KnownRun } from "./continuation/known-run";
import type { DepositInput, InvoiceInput, Match, MatchOptions, PaymentInput } from "./contract";
import { type Candidate, candidatesOf } from "./decision/candidates";
import type { Outcome, PairFacts, PairProposal } from "./decision/outcome";
import { toMatches } from "./decision/proposals";
import { explainOpen, type OpenItem } from "./decision/unmatched";
import { RelationIndex } from "./grouping/relations";
import { RememberedRelations } from "./grouping/remembered-relations";
import { linkDifferences } from "./link-differences";
import { choose, decideRecords, newSearch, trainOnCandidates } from "./pipeline";
import { normalize } from "./records/normalize";
import { readOpenInvoices } from "./records/open-invoices";
import type { PayoutItem, RecordSet } from "./records/records";

/** A run of the engine, from which the matches of single deposits are read. */
export class EngineRun {
  /** @param present the records that are in the books now; those of the outcome may be gone */
  constructor(
    private readonly outcome: Outcome,
    private readonly present: RecordSet = outcome.records,
  ) {}

  /**
   * @param of ids of deposits; left out, of all
   * @returns their matches, ordered by deposit and line
   */
  matches(of?: ReadonlySet<string>): Match[] {
    if (!of) return toMatches(this.outcome);
    const { accepted, sets, differences } = this.outcome;
    const isAsked = ({ deposit }: PayoutItem) => of.has(deposit.id);
    return toMatches({
      ...this.outcome,
      accepted: accepted.filter(({ item }) => isAsked(item)),
      sets: sets.filter(({ items }) => items.some(isAsked)),
      differences: differences && {
        ...differences,
        pairs: differences.pairs.filter(({ item }) => isAsked(item)),
        exchanged: differences.exchanged.filter(({ items }) => items.some(isAsked)),
      },
    });
  }

  /**
   * @param lineIds of lines that are open now
   * @returns by line, the payments that it could be; those of a continued run may be gone from the books
   */
  candidates(lineIds: ReadonlySet<string>): Map<string, Candidate[]> {
    const found = new Map<string, Candidate[]>();
    // A line that changed came later, and counts as it is now.
    for (const item of this.outcome.records.items) {
      const id = item.line?.id;
      if (id !== undefined && lineIds.has(id)) found.set(id, candidatesOf(item, this.outcome));
    }
    return found;
  }

  /**
   * @param of ids of deposits
   * @returns their lines that no match explains, or the deposits as wholes, with what each could be
   */
  open(of: ReadonlySet<string>): OpenRecord[] {
    const open = explainOpen(this.outcome, this.present, of);
    const taken = open.length > 0 ? this.takenPayments() : new Map<string, string>();
    return open.map(({ item, ...found }) => ({
      depositId: item.deposit.id,
      lineId: item.line?.id ?? null,
      ...found,
      candidates: candidatesOf(item, this.outcome).map((candidate) => ({
        ...candidate,
        matchedWith: taken.get(candidate.paymentId) ?? null,
      })),
    }));
  }

  /** The deposits that payments are matched with, by the payments' ids. */
  takenPayments(): Map<string, string> {
    const taken = new Map<string, string>();
    const { accepted, sets, differences } = this.outcome;
    for (const { row, item } of accepted) taken.set(row.payment.id, item.deposit.id);
    for (const { rows, items } of sets) {
      for (const { payment } of rows) taken.set(payment.id, items[0]?.deposit.id ?? "");
    }
    for (const { row, item } of differences?.pairs ?? [])
      taken.set(row.payment.id, item.deposit.id);
    for (const { rows, items } of differences?.exchanged ?? []) {
      for (const { payment } of rows) taken.set(payment.id, items[0]?.deposit.id ?? "");
    }
    return taken;
  }
}

/** A line that no match explains, or a deposit as a whole. */
export interface OpenRecord extends Omit<OpenItem, "item"> {
  depositId: string;
  /** Null for the deposit as a whole. */
  lineId: string | null;
  /** Best first; `matchedWith` is the deposit that the payment is matched with, null where it is free. */
  candidates: (Candidate & { matchedWith: string | null })[];
}

/** A complete run, to be continued when the books have changed. */
export interface CompleteEngineRun extends EngineRun {
  readonly known: KnownRun;
}

const silent = () => {};
const NO_RELATIONS = { ofItem: new Map(), counts: new Map(), isOpen: new Uint8Array() };

/**
 * The same as `match`, and what it takes to continue.
 * @param deposits with unique ids, as are `payments`
 */
export function matchCompletely(
  deposits: DepositInput[],
  payments: PaymentInput[],
  options: MatchOptions,
): CompleteEngineRun {
  const records = normalize(deposits, payments);
  const invoices = readOpenInvoices(records.strings, options.invoices ?? []);
  const model = buildModel(records, options.history ?? [], { invoices });
  const state = newSearch(records);
  const candidates = trainOnCandidates(model, state, options, silent);
  const { probabilities } = candidates.training;
  const facts: PairFacts[] = [];
  const proposals: PairProposal[] = [];
  let relations: KnownRelations = NO_RELATIONS;
  const outcome = decideRecords(model, state, candidates.training, {
    ...{ records, options, onStage: silent },
    factsOf: (pair, compute) => {
      const found = compute();
      facts[pair] = found;
      return found;
    },
    firstProposals: (propose) => {
      const found = propose(choose(model, candidates.training));
      for (const each of found) proposals.push({ ...each });
      return found;
    },
    relationsAmong: (_items, rows) => {
      const isOpen = new Uint8Array(records.rows.length);
      for (const { index } of rows) isOpen[index] = 1;
      const index = new RelationIndex({ records, rows, scorer: model.scorer });
      const remembered = new RememberedRelations(index);
      // Those of lines; deposits without lines, which come second, are few.
      if (relations === NO_RELATIONS) {
        relations = { ofItem: remembered.ofItem, counts: index.counts(), isOpen };
      }
      return remembered;
    },
  });
  const known = new KnownRun({
    deposits: new Map(deposits.map((deposit) => [deposit.id, deposit])),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    ...{ records, options, model, candidates, probabilities, proposals, outcome, facts, relations },
  });
  return Object.assign(new EngineRun(linkDifferences(outcome, records, options)), { known });
}

interface ContinueOptions {
  /** All that are open now, with unique ids. Those of the complete run by default. */
  invoices?: readonly InvoiceInput[];
  /** How many deposits and payments may differ. Any number by default. */
  most?: number;
  /** False, for tests, compares everything anew. */
  carries?: boolean;
}

/**
 * Matches books that have changed since a complete run, with the model of that run: what the engine
 * finds over everything with this model, at the cost of the comparisons that the change asks for.
 * @param deposits all that are open now, with unique ids, as are `payments`
 * @returns null where only a complete run will do
 */
export function continueMatch(
  { known }: CompleteEngineRun,
  deposits: readonly DepositInput[],
  payments: readonly PaymentInput[],
  { most = Number.POSITIVE_INFINITY, carries = true, invoices }: ContinueOptions = {},
): EngineRun | null {
  const { run } = known;
  const open = invoices ?? run.options.invoices ?? [];
  const books = findChanges(known, deposits, payments, open, most);
  if (!books) return null;
  const { openInvoices } = books;
  const scorer = openInvoices ? run.model.scorer.withInvoices(openInvoices) : run.model.scorer;
  const model = { ...run.model, records: books.indexed, scorer };
  const state = newSearch(books.indexed);
  const candidates = continueCandidates(known, books, model, state, carries);
  const outcome = decideRecords(model, state, candidates.training, {
    ...{ records: books.present, options: run.options, onStage: silent },
    factsOf: (pair, compute) => {
      const before = carries ? run.facts[candidates.origins[pair] ?? -1] : undefined;
      return before ?? compute();
    },
    booksClasses: known.booksClasses.of(books.indexed, run.records.rows.length),
    firstProposals: (propose) =>
      continueProposals(run.proposals, candidates, books.indexed, propose),
    relationsAmong: (_items, rows) =>
      new RememberedRelations(new ContinuedRelations(known, model, rows, carries)),
  });
  return new EngineRun(linkDifferences(outcome, books.present, run.options), books.present);
}
