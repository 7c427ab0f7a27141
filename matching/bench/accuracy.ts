import type { MatchOptions } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";
import { generate } from "./generate";
import type { Dataset, Shape } from "./model";
import { addPayoutScores, type PayoutScore, scorePayouts } from "./scoring/payouts";
import { toProposal } from "./scoring/proposal";
import { addScores, type Score, score } from "./scoring/score";

/** What was measured on all seeds of one shape, added up. */
export interface Accuracy {
  shape: Shape;
  /** Lines (or deposits without lines) and payments of all seeds. */
  rows: number;
  payments: number;
  ours: Score;
  /** By payout with lines. */
  payouts: PayoutScore;
}

/** The engine's figures on one data set: by pair and by payout. */
export interface Judgement {
  pairs: Score;
  payouts: PayoutScore;
}

/** Runs the engine on a data set and compares the result with the truth. */
export function judge(dataset: Dataset, parameters?: MatchOptions["parameters"]): Judgement {
  const { deposits, payments } = dataset;
  const { matches } = match(deposits, payments, { algorithm: "smart", parameters });
  const proposals = matches.map(toProposal);
  return { pairs: score(dataset, proposals), payouts: scorePayouts(dataset, proposals) };
}

/** The judgements of several data sets as if they were one. */
export function addJudgements(judgements: readonly Judgement[]): Judgement {
  return {
    pairs: addScores(judgements.map(({ pairs }) => pairs)),
    payouts: addPayoutScores(judgements.map(({ payouts }) => payouts)),
  };
}

/** The engine on all seeds of one shape. */
export function measureAccuracy(
  shape: Shape,
  { seeds, lines }: { seeds: readonly number[]; lines: number },
): Accuracy {
  const runs = seeds.map((seed) => {
    const dataset = generate({ shape, lines, seed });
    const { deposits, payments } = dataset;
    const ours = judge(dataset);
    return {
      rows: deposits.reduce((sum, deposit) => sum + (deposit.lines?.length ?? 1), 0),
      payments: payments.length,
      ours: ours.pairs,
      payouts: ours.payouts,
    };
  });
  return {
    shape,
    rows: runs.reduce((sum, run) => sum + run.rows, 0),
    payments: runs.reduce((sum, run) => sum + run.payments, 0),
    ours: addScores(runs.map((run) => run.ours)),
    payouts: addPayoutScores(runs.map((run) => run.payouts)),
  };
}
