import { addJudgements, type Judgement } from "../accuracy";
import type { LeftOut } from "../leave-one-out";
import { calibrationError, reliability } from "../scoring/calibration";
import { untouchedShare, wrongShare } from "../scoring/payouts";
import { autoCoverage, autoPrecision, f1 } from "../scoring/score";
import { percent, table } from "./table";

/** Three rows per shape: as shipped, refitted on all shapes, refitted on all others. */
export function leaveOneOutTable(results: readonly LeftOut[]): string {
  const all = {
    shape: "all",
    shipped: addJudgements(results.map(({ shipped }) => shipped)),
    refitted: addJudgements(results.map(({ refitted }) => refitted)),
    leftOut: addJudgements(results.map(({ leftOut }) => leftOut)),
  };
  return table(
    [
      ...["shape and parameters", "F1", "auto precision", "auto coverage", "ECE"],
      ...["payouts untouched", "of these wrong"],
    ],
    [...results, all].flatMap(({ shape, shipped, refitted, leftOut }) => [
      figures(`${shape}, as shipped`, shipped),
      figures(`${shape}, fitted on all`, refitted),
      figures(`${shape}, left out`, leftOut),
    ]),
  );
}

function figures(label: string, { pairs, payouts }: Judgement): string[] {
  return [
    label,
    percent(f1(pairs)),
    percent(autoPrecision(pairs), 3),
    percent(autoCoverage(pairs)),
    calibrationError(reliability(pairs.judged)).toFixed(4),
    percent(untouchedShare(payouts), 1),
    percent(wrongShare(payouts), 1),
  ];
}

/** What was fitted without each shape. */
export function fittedTable(results: readonly LeftOut[]): string {
  return table(
    ["left out", "auto from", "pairs: slope", "offset", "sets: slope", "offset"],
    results.map(({ shape, parameters }) => {
      const { minAutoProbability, pairCalibration, setCalibration } = parameters;
      const curves = [pairCalibration, setCalibration].flatMap((curve) =>
        curve ? [curve.slope.toFixed(2), curve.offset.toFixed(2)] : ["", ""],
      );
      return [shape, minAutoProbability.toFixed(5), ...curves];
    }),
  );
}
