import type { Accuracy } from "../accuracy";
import { type Bin, calibrationError, reliability } from "../scoring/calibration";
import { addScores, autoCoverage, autoPrecision, f1, precision, recall } from "../scoring/score";
import { percent, table } from "./table";

export function accuracyTable(results: readonly Accuracy[]): string {
  return table(
    [
      ...["shape", "lines", "payments", "true pairs", "precision", "recall", "F1"],
      ...["plain rule F1", "ceiling F1", "of decidable"],
    ],
    results.map(({ shape, rows, payments, ours, plain, ceiling }) => [
      shape,
      String(rows),
      String(payments),
      String(ours.truePairs),
      percent(precision(ours)),
      percent(recall(ours)),
      percent(f1(ours)),
      percent(f1(plain), 1),
      percent(f1(ceiling)),
      percent(f1(ours) / f1(ceiling), 1),
    ]),
  );
}

export function autoTable(results: readonly Accuracy[]): string {
  return table(
    [
      ...["shape", "auto precision", "wrong auto pairs", "of which exchanged"],
      ...["auto coverage", "ceiling", "ECE"],
    ],
    results.map(({ shape, ours, ceiling }) => [
      shape,
      percent(autoPrecision(ours), 3),
      String(ours.autoPairs - ours.rightAutoPairs),
      String(ours.exchangedAutoPairs),
      percent(autoCoverage(ours)),
      percent(autoCoverage(ceiling)),
      calibrationError(reliability(ours.judged)).toFixed(4),
    ]),
  );
}

/** The judges' figures by pair, with those of all of them together. */
export function judgeTable(results: readonly Accuracy[]): string {
  const all = {
    shape: "all",
    ours: addScores(results.map(({ ours }) => ours)),
    plain: addScores(results.map(({ plain }) => plain)),
  };
  return table(
    [
      ...["shape", "true pairs", "precision", "recall", "F1", "plain rule F1"],
      ...["auto precision", "wrong auto pairs", "of which exchanged", "auto coverage", "ECE"],
    ],
    [...results, all].map(({ shape, ours, plain }) => [
      shape,
      String(ours.truePairs),
      percent(precision(ours)),
      percent(recall(ours)),
      percent(f1(ours)),
      percent(f1(plain), 1),
      percent(autoPrecision(ours), 3),
      String(ours.autoPairs - ours.rightAutoPairs),
      String(ours.exchangedAutoPairs),
      percent(autoCoverage(ours)),
      calibrationError(reliability(ours.judged)).toFixed(4),
    ]),
  );
}

export function kindTable(results: readonly Accuracy[]): string {
  return table(
    ["shape and kind", "true pairs", "recall", "plain rule", "ceiling"],
    results.flatMap(({ shape, ours, plain, ceiling }) =>
      [...ours.kinds]
        .sort((a, b) => b[1].true - a[1].true)
        .map(([kind, count]) => {
          const recallOf = ({ kinds }: typeof ours) =>
            percent((kinds.get(kind)?.found ?? 0) / count.true, 1);
          return [`${shape}: ${kind}`, String(count.true), ...[ours, plain, ceiling].map(recallOf)];
        }),
    ),
  );
}

export function reliabilityTable(bins: readonly Bin[]): string {
  return table(
    ["probabilities", "proposals", "promised", "right"],
    bins.map(({ lowest, highest, count, probability, right }) => [
      `${lowest.toFixed(5)} to ${highest.toFixed(5)}`,
      String(count),
      percent(probability),
      percent(right),
    ]),
  );
}
