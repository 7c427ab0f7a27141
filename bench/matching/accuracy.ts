import { match } from "@/server/matching/match";
import { ceilingProposals } from "./ceiling/ceiling";
import { generate } from "./generate";
import type { Shape } from "./model";
import { plainRule } from "./plain-rule";
import { toProposal } from "./scoring/proposal";
import { addScores, type Score, score } from "./scoring/score";

/** What was measured on all seeds of one shape, added up. */
export interface Accuracy {
  shape: Shape;
  /** Lines (or deposits without lines) and payments of all seeds. */
  rows: number;
  payments: number;
  ours: Score;
  plain: Score;
  ceiling: Score;
}

/** The engine, the plain rule and the ceiling on the same data. */
export function measureAccuracy(
  shape: Shape,
  { seeds, lines }: { seeds: readonly number[]; lines: number },
): Accuracy {
  const runs = seeds.map((seed) => {
    const dataset = generate({ shape, lines, seed });
    const { deposits, payments } = dataset;
    const { matches } = match(deposits, payments, { algorithm: "smart" });
    return {
      rows: deposits.reduce((sum, deposit) => sum + (deposit.lines?.length ?? 1), 0),
      payments: payments.length,
      ours: score(dataset, matches.map(toProposal)),
      plain: score(dataset, plainRule(deposits, payments)),
      ceiling: score(dataset, ceilingProposals(dataset)),
    };
  });
  return {
    shape,
    rows: runs.reduce((sum, run) => sum + run.rows, 0),
    payments: runs.reduce((sum, run) => sum + run.payments, 0),
    ours: addScores(runs.map((run) => run.ours)),
    plain: addScores(runs.map((run) => run.plain)),
    ceiling: addScores(runs.map((run) => run.ceiling)),
  };
}
