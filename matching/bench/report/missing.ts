import type { AbsenceCalibration, AbsenceJudged } from "../missing/calibration";
import type { InvoiceScore } from "../missing/invoices";
import { calibrationError, errorByChance, reliability } from "../scoring/calibration";
import { percent, table } from "./table";

/**
 * How well `notInBooks` is calibrated, by shape: as generated, with many sales lost, and in books that
 * lack nothing.
 */
export function absenceTable(results: readonly AbsenceCalibration[]): string {
  const all: Omit<AbsenceCalibration, "shape"> & { shape: string } = {
    shape: "all",
    judged: results.flatMap(({ judged }) => judged),
    judgedLost: results.flatMap(({ judgedLost }) => judgedLost),
    judgedComplete: results.flatMap(({ judgedComplete }) => judgedComplete),
  };
  return table(
    [
      ...["shape", "open lines", "not in books", "stated", "ECE", "by chance"],
      ...["sales lost: true", "stated", "ECE", "by chance"],
      ...["complete books: open lines", "stated"],
    ],
    [...results, all].map(({ shape, judged, judgedLost, judgedComplete }) => [
      shape,
      String(judged.length),
      ...calibrationCells(judged),
      ...calibrationCells(judgedLost),
      String(judgedComplete.length),
      percent(mean(judgedComplete, stated), 1),
    ]),
  );
}

function calibrationCells(judged: readonly AbsenceJudged[]): string[] {
  const bins = reliability(judged);
  return [
    percent(
      mean(judged, ({ right }) => Number(right)),
      1,
    ),
    percent(mean(judged, stated), 1),
    calibrationError(bins).toFixed(4),
    errorByChance(bins).toFixed(4),
  ];
}

function stated({ probability }: AbsenceJudged): number {
  return probability;
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
