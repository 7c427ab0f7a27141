import type { Accuracy } from "../accuracy";
import { calibrationError, reliability } from "../scoring/calibration";
import {
  addPayoutScores,
  allProposedShare,
  decisionsLeft,
  type PayoutScore,
  untouchedShare,
  wrongShare,
  wrongShareInBooks,
} from "../scoring/payouts";
import {
  addScores,
  autoCoverage,
  autoPrecision,
  autoPrecisionInBooks,
  f1,
  precision,
  recall,
  type Score,
} from "../scoring/score";

/** A Markdown table whose source is readable too. The first column is text, the others figures. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(3, ...all.map((row) => [...(row[i] ?? "")].length)));
  const cell = (text: string, i: number) => {
    const space = " ".repeat(Math.max(0, (widths[i] ?? 0) - [...text].length));
    return i === 0 ? text + space : space + text;
  };
  const line = (row: readonly string[]) =>
    `| ${head.map((_, i) => cell(row[i] ?? "", i)).join(" | ")} |`;
  const rule = widths.map((width, i) =>
    i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** 0.98765 → "98.77 %". */
export function percent(share: number, digits = 2): string {
  return `${(share * 100).toFixed(digits)} %`;
}

const PAIRS = ["true pairs", "precision", "recall", "F1"];
const pairCells = (score: Score) => [
  String(score.truePairs),
  percent(precision(score)),
  percent(recall(score)),
  percent(f1(score)),
];
const AUTO = ["auto precision", "wrong auto pairs", "in the books", "auto coverage", "ECE"];
const autoCells = (score: Score) => [
  percent(autoPrecision(score), 3),
  String(score.autoPairs - score.rightAutoPairs),
  `${percent(autoPrecisionInBooks(score), 3)} (${score.autoLinks - score.rightAutoLinks})`,
  percent(autoCoverage(score)),
  errorCell(score.judged),
];

/** Expected calibration error of proposals or payouts. */
export function errorCell(judged: Parameters<typeof reliability>[0]): string {
  return calibrationError(reliability(judged)).toFixed(4);
}

export function accuracyTable(results: readonly Accuracy[]): string {
  return table(
    ["shape", "lines", "payments", ...PAIRS, ...AUTO],
    results.map(({ shape, rows, payments, ours }) => [
      shape,
      String(rows),
      String(payments),
      ...pairCells(ours),
      ...autoCells(ours),
    ]),
  );
}

/** The judges' figures by pair, with those of all of them together. */
export function judgeTable(results: readonly Accuracy[]): string {
  const all = { shape: "all", ours: addScores(results.map(({ ours }) => ours)) };
  return table(
    ["shape", ...PAIRS, ...AUTO],
    [...results, all].map(({ shape, ours }) => [shape, ...pairCells(ours), ...autoCells(ours)]),
  );
}

/** Recall of each kind in each shape, and of how many true pairs; the commonest kinds first. */
export function kindTable(results: readonly Accuracy[]): string {
  const { kinds } = addScores(results.map(({ ours }) => ours));
  const sorted = [...kinds].sort((a, b) => b[1].true - a[1].true);
  return table(
    ["recall of kind", ...results.map(({ shape }) => shape)],
    sorted.map(([kind]) => [
      kind,
      ...results.map(({ ours }) => {
        const count = ours.kinds.get(kind);
        return count ? `${percent(count.found / count.true, 1)} of ${count.true}` : "";
      }),
    ]),
  );
}

const PAYOUTS = ["untouched", "of these wrong", "in the books", "all lines proposed"];
const payoutCells = (payouts: PayoutScore) => [
  percent(untouchedShare(payouts), 1),
  `${payouts.wrong} (${percent(wrongShare(payouts))})`,
  `${payouts.wrongInBooks} (${percent(wrongShareInBooks(payouts))})`,
  percent(allProposedShare(payouts), 1),
  decisionsLeft(payouts).toFixed(1),
];
const withAll = (results: readonly Accuracy[]) => [
  ...results,
  { shape: "all", payouts: addPayoutScores(results.map(({ payouts }) => payouts)) },
];

/** The figures by payout, a row per shape and one for all. */
export function payoutTable(results: readonly Accuracy[]): string {
  return table(
    [
      ...["shape", "payouts", "lines each", "postable", "lines each"],
      ...[...PAYOUTS, "decisions left"],
    ],
    withAll(results).map(({ shape, payouts }) => [
      shape,
      String(payouts.payouts),
      (payouts.lines / Math.max(1, payouts.payouts)).toFixed(1),
      String(payouts.postable),
      (payouts.postableLines / Math.max(1, payouts.postable)).toFixed(1),
      ...payoutCells(payouts),
    ]),
  );
}

/** The judges' figures by payout. */
export function judgePayoutTable(results: readonly Accuracy[]): string {
  return table(
    ["shape", "payouts", "postable", ...PAYOUTS, "decisions left"],
    withAll(results).map(({ shape, payouts }) => [
      shape,
      String(payouts.payouts),
      String(payouts.postable),
      ...payoutCells(payouts),
    ]),
  );
}
