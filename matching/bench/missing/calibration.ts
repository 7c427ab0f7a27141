import { match } from "@/matching/engine/match";
import { keepRecorded, loseSales, recordedIds } from "../degrade";
import { generate } from "../generate";
import type { Dataset, Shape } from "../model";

/** An open line (or deposit without lines): what was stated, and the truth. */
export interface AbsenceJudged {
  /** That the payment is not in the books, 0 to 1. */
  probability: number;
  right: boolean;
}

/** Open lines of one shape, of all seeds. */
export interface AbsenceCalibration {
  shape: Shape;
  judged: AbsenceJudged[];
  /** The same where the books lack a further {@link LOST_SHARE} of their sales. */
  judgedLost: AbsenceJudged[];
  /** The same where nothing is missing in the books. */
  judgedComplete: AbsenceJudged[];
}

/** Some books lack much: a whole month, or a shop that sends nothing. */
export const LOST_SHARE = 0.35;

/** Runs the engine and compares `notInBooks` of what it leaves open with the truth. */
export function measureAbsence(
  shape: Shape,
  { seeds, lines }: { seeds: readonly number[]; lines: number },
): AbsenceCalibration {
  const datasets = seeds.map((seed) => generate({ shape, lines, seed }));
  return {
    shape,
    judged: datasets.flatMap(judgeAbsence),
    judgedLost: datasets.flatMap((dataset) => judgeAbsence(loseSales(dataset, LOST_SHARE))),
    judgedComplete: datasets.flatMap((dataset) => judgeAbsence(keepRecorded(dataset))),
  };
}

function judgeAbsence({ deposits, payments, truth }: Dataset): AbsenceJudged[] {
  const recorded = recordedIds({ truth });
  const whole = new Set(deposits.filter(({ lines }) => !lines?.length).map(({ id }) => id));
  const { unmatched } = match(deposits, payments, { algorithm: "smart" });
  const open = [...unmatched.lines, ...unmatched.deposits.filter(({ id }) => whole.has(id))];
  return open.flatMap(({ id, notInBooks }) =>
    notInBooks === undefined ? [] : [{ probability: notInBooks, right: !recorded.has(id) }],
  );
}
