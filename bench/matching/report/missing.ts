import type { AbsenceCalibration, AbsenceJudged } from "../missing/calibration";
import type { InvoiceScore } from "../missing/invoices";
import { calibrationError, reliability } from "../scoring/calibration";
import { percent, table } from "./table";

/** How well `notInBooks` is calibrated, by shape, as generated and with many payments lost. */
export function absenceTable(results: readonly AbsenceCalibration[]): string {
  const all = {
    shape: "all",
    judged: results.flatMap(({ judged }) => judged),
    judgedLost: results.flatMap(({ judgedLost }) => judgedLost),
  };
  return table(
    [
      "shape",
      "open lines",
      "not in books",
      "stated",
      "ECE",
      "payments lost: stated",
      "true",
      "ECE",
    ],
    [...results, all].map(({ shape, judged, judgedLost }) => [
      shape,
      String(judged.length),
      percent(
        mean(judged, ({ right }) => Number(right)),
        1,
      ),
      percent(
        mean(judged, ({ probability }) => probability),
        1,
      ),
      calibrationError(reliability(judged)).toFixed(4),
      percent(
        mean(judgedLost, ({ probability }) => probability),
        1,
      ),
      percent(
        mean(judgedLost, ({ right }) => Number(right)),
        1,
      ),
      calibrationError(reliability(judgedLost)).toFixed(4),
    ]),
  );
}

/** Stated and observed by bucket, one row per shape and bucket. */
export function absenceBuckets(results: readonly AbsenceCalibration[]): string {
  return table(
    ["shape and probabilities", "lines", "stated", "observed"],
    results.flatMap(({ shape, judged }) =>
      reliability(judged).map(({ lowest, highest, count, probability, right }) => [
        `${shape}: ${lowest.toFixed(3)} to ${highest.toFixed(3)}`,
        String(count),
        percent(probability, 1),
        percent(right, 1),
      ]),
    ),
  );
}

export function invoiceTable(results: readonly InvoiceScore[]): string {
  return table(
    ["shape", "open invoices", "recall", "precision", "plain rule: recall", "precision"],
    results.map(({ shape, wanted, ours, plain }) => [
      shape,
      String(wanted),
      ...[ours, plain].flatMap(({ right, proposed }) => [
        percent(right / Math.max(1, wanted), 1),
        percent(right / Math.max(1, proposed), 1),
      ]),
    ]),
  );
}

function mean(judged: readonly AbsenceJudged[], value: (one: AbsenceJudged) => number): number {
  return judged.reduce((sum, one) => sum + value(one), 0) / Math.max(1, judged.length);
}
