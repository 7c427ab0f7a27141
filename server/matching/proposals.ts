import { explainPair, explainSet, type Names } from "./explain";
import type { Outcome, PairProposal } from "./pairing";
import type { Decision } from "./policy";
import type { Entry, Rows, Unit } from "./rows";
import type { SetProposal } from "./set-proposal";
import type { Evidence, Match, MatchKind } from "./types";

/** Nothing is ever certain. */
const MOST_PROBABLE = 0.999999;

/** The accepted proposals as matches, ordered by deposit and line. */
export function toMatches(outcome: Outcome): Match[] {
  const names = namesOf(outcome.rows);
  const sets = outcome.sets
    .map((set) => ({ set, at: Math.min(...set.units.map((unit) => unit.index)) }))
    .sort((a, b) => b.at - a.at);
  const pairs = [...outcome.accepted].sort((a, b) => a.unit.index - b.unit.index);
  const matches: Match[] = [];
  const addSetsBefore = (index: number) => {
    for (let next = sets.at(-1); next && next.at < index; next = sets.at(-1)) {
      matches.push(fromSet(next.set, names));
      sets.pop();
    }
  };
  for (const pair of pairs) {
    addSetsBefore(pair.unit.index);
    matches.push(new PairMatch(pair, outcome));
  }
  addSetsBefore(Number.POSITIVE_INFINITY);
  return matches;
}

/** A match whose evidence is put into words when somebody reads it: few read a million. */
class PairMatch implements Match {
  readonly depositId: string;
  readonly lineIds: string[];
  readonly paymentIds: string[];
  readonly kind: MatchKind = "one_to_one";
  readonly decision: Match["decision"];
  readonly probability: number;
  readonly difference: number;
  readonly currency: string;
  readonly #proposal: PairProposal;
  readonly #outcome: Outcome;

  constructor(proposal: PairProposal, outcome: Outcome) {
    const { unit, entry, decision } = proposal;
    this.depositId = unit.deposit.id;
    this.lineIds = unit.line ? [unit.line.id] : [];
    this.paymentIds = [entry.payment.id];
    this.decision = decision === "auto" ? "auto" : "suggested";
    this.probability = rounded(proposal.probability);
    this.difference = difference([unit], [entry], entry.amount === unit.net);
    this.currency = unit.currency;
    this.#proposal = proposal;
    this.#outcome = outcome;
  }

  get evidence(): Evidence[] {
    const { weighing, odds, rows } = this.#outcome;
    const { unit, entry, pair, probability } = this.#proposal;
    const score = weighing.scoreOf(pair);
    const reference = rows.lexicon.referenceKeys[score.referenceId] ?? "";
    const others = odds.alternatives(pair).count;
    const names = namesOf(rows);
    return explainPair({ unit, entry, score, names, reference, probability, others });
  }

  get alternatives(): Match["alternatives"] {
    const { odds, rows } = this.#outcome;
    const { count, best } = odds.alternatives(this.#proposal.pair);
    const other = best && rows.entries[best.entry];
    return {
      count,
      best: other
        ? { paymentIds: [other.payment.id], probability: rounded(best.probability) }
        : null,
    };
  }
}

function fromSet(set: SetProposal & { decision: Decision }, names: Names): Match {
  return {
    ...identify(set.units, set.entries),
    decision: set.decision === "auto" ? "auto" : "suggested",
    probability: rounded(set.probability),
    difference: difference(set.units, set.entries, set.level === "sum_net"),
    evidence: explainSet(set, names),
    alternatives: { count: 0, best: null },
  };
}

function namesOf({ lexicon }: Rows): Names {
  return { of: ({ name }) => lexicon.raw(name).trim() };
}

function identify(
  units: Unit[],
  entries: Entry[],
): Pick<Match, "depositId" | "lineIds" | "paymentIds" | "kind" | "currency"> {
  const [unit] = units;
  return {
    depositId: unit?.deposit.id ?? "",
    lineIds: units.flatMap(({ line }) => line?.id ?? []).sort(byCode),
    paymentIds: entries.map(({ payment }) => payment.id).sort(byCode),
    kind: kindOf(units.length, entries.length),
    currency: unit?.currency ?? "",
  };
}

function kindOf(units: number, entries: number): MatchKind {
  if (units === 1) return entries === 1 ? "one_to_one" : "one_to_many";
  return entries === 1 ? "many_to_one" : "many_to_many";
}

function difference(units: Unit[], entries: Entry[], afterFees: boolean): number {
  let total = 0;
  for (const entry of entries) total += entry.amount;
  for (const unit of units) total -= afterFees ? unit.net : unit.gross;
  return total;
}

function rounded(probability: number): number {
  return Math.min(MOST_PROBABLE, Math.round(probability * 1e6) / 1e6);
}

function byCode(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
