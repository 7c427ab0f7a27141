import { explainPair, explainSet } from "./explain";
import type { Entry, Unit } from "./normalize";
import type { Outcome, PairProposal } from "./pairing";
import type { Match, MatchKind } from "./types";

/** Nothing is ever certain. */
const MOST_PROBABLE = 0.999999;

/** The accepted proposals as matches, ordered by deposit and line. */
export function toMatches({ pairs, sets, rows }: Outcome): Match[] {
  const matches: { at: number; match: Match }[] = [];
  for (const proposal of pairs) {
    matches.push({ at: proposal.unit.index, match: fromPair(proposal, rows.entries) });
  }
  for (const set of sets) {
    const probability = rounded(set.probability);
    matches.push({
      at: Math.min(...set.units.map((unit) => unit.index)),
      match: {
        ...identify(set.units, set.entries),
        decision: set.decision === "auto" ? "auto" : "suggested",
        probability,
        difference: difference(set.units, set.entries, set.level === "sum_net"),
        evidence: explainSet(set),
        alternatives: { count: 0, best: null },
      },
    });
  }
  return matches.sort((a, b) => a.at - b.at).map(({ match }) => match);
}

function fromPair(proposal: PairProposal, entries: Entry[]): Match {
  const { unit, entry, pair, decision, alternatives } = proposal;
  const probability = rounded(proposal.probability);
  const other = alternatives.best && entries[alternatives.best.entry];
  const best = alternatives.count > 0 && other && alternatives.best;
  return {
    ...identify([unit], [entry]),
    decision: decision === "auto" ? "auto" : "suggested",
    probability,
    difference: difference([unit], [entry], pair.amount === "exact_net"),
    evidence: explainPair(unit, entry, pair, proposal.probability, alternatives.count),
    alternatives: {
      count: alternatives.count,
      best: best
        ? { paymentIds: [other.payment.id], probability: rounded(best.probability) }
        : null,
    },
  };
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
