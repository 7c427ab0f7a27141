import { addJudgements, type Judgement } from "../accuracy";
import type { ShapeCurves } from "../curves";
import type { LeftOut } from "../leave-one-out";
import type { AbsenceCalibration, InvoiceScore } from "../missing";
import { errorByChance, type Judged, reliability } from "../scoring/calibration";
import { untouchedShare, wrongShare, wrongShareInBooks } from "../scoring/payouts";
import { autoCoverage, autoPrecision, autoPrecisionInBooks, f1 } from "../scoring/score";
import { levelText } from "./plot-curves";
import { errorCell, percent, table } from "./tables";

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
      ...absenceCells(judged),
      ...absenceCells(judgedLost),
      String(judgedComplete.length),
      percent(mean(judgedComplete, stated), 1),
    ]),
  );
}

function absenceCells(judged: readonly Judged[]): string[] {
  return [
    percent(
      mean(judged, ({ right }) => Number(right)),
      1,
    ),
    percent(mean(judged, stated), 1),
    errorCell(judged),
    errorByChance(reliability(judged)).toFixed(4),
  ];
}

function stated({ probability }: Judged): number {
  return probability;
}

function mean(judged: readonly Judged[], value: (one: Judged) => number): number {
  return judged.reduce((sum, one) => sum + value(one), 0) / Math.max(1, judged.length);
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

/** Three rows per shape: as shipped, refitted on all shapes, refitted on all others. */
export function leaveOneOutTable(results: readonly LeftOut[]): string {
  const sum = (from: "shipped" | "refitted" | "leftOut") =>
    addJudgements(results.map((each) => each[from]));
  const all = {
    shape: "all",
    shipped: sum("shipped"),
    refitted: sum("refitted"),
    leftOut: sum("leftOut"),
  };
  return table(
    [
      ...["shape and parameters", "F1", "auto precision", "in the books", "auto coverage", "ECE"],
      ...["payouts untouched", "of these wrong", "in the books"],
    ],
    [...results, all].flatMap(({ shape, shipped, refitted, leftOut }) => [
      leftOutCells(`${shape}, as shipped`, shipped),
      leftOutCells(`${shape}, fitted on all`, refitted),
      leftOutCells(`${shape}, left out`, leftOut),
    ]),
  );
}

function leftOutCells(label: string, { pairs, payouts }: Judgement): string[] {
  return [
    label,
    percent(f1(pairs)),
    percent(autoPrecision(pairs), 3),
    percent(autoPrecisionInBooks(pairs), 3),
    percent(autoCoverage(pairs)),
    errorCell(pairs.judged),
    percent(untouchedShare(payouts), 1),
    percent(wrongShare(payouts)),
    percent(wrongShareInBooks(payouts)),
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

/** Every level of every knob of one shape. */
export function curveTable({ curves }: ShapeCurves): string {
  return table(
    [
      ...["made harder", "level", "F1", "auto precision", "in the books"],
      ...["postable payouts", "untouched", "of these wrong", "in the books"],
    ],
    curves.flatMap(({ knob, unit, points }) =>
      points.map((point) => [
        knob,
        levelText(point.level, unit),
        percent(point.f1),
        percent(point.autoPrecision, 3),
        percent(point.autoPrecisionInBooks, 3),
        String(point.postable),
        percent(point.untouched, 1),
        percent(point.wrong),
        percent(point.wrongInBooks),
      ]),
    ),
  );
}
