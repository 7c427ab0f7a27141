import type { Accuracy } from "../accuracy";
import {
  calibrationError,
  errorByChance,
  type Judged,
  reliability,
  rightInterval,
} from "../scoring/calibration";
import { type Panel, plotPanels } from "./panels";
import { percent, table } from "./tables";

/** Stated probabilities of matches and of whole payouts against what is right in the books. */
export function calibrationTable(results: readonly Accuracy[]): string {
  const rows = results.map(({ shape, ours, payouts }) => {
    return { shape: shape as string, matches: ours.judged, payouts: payouts.judged };
  });
  const all = {
    shape: "all",
    matches: rows.flatMap(({ matches }) => matches),
    payouts: rows.flatMap(({ payouts }) => payouts),
  };
  return table(
    [
      ...["shape", "matches", "stated", "right", "ECE", "by chance"],
      ...["payouts", "stated", "right", "ECE", "by chance"],
    ],
    [...rows, all].map(({ shape, matches, payouts }) => [
      shape,
      ...calibrationCells(matches),
      ...calibrationCells(payouts),
    ]),
  );
}

function calibrationCells(judged: readonly Judged[]): string[] {
  if (judged.length === 0) return ["", "", "", "", ""];
  const bins = reliability(judged);
  const mean = (value: (one: Judged) => number) =>
    judged.reduce((sum, one) => sum + value(one), 0) / judged.length;
  return [
    String(judged.length),
    percent(mean(({ probability }) => probability)),
    percent(mean(({ right }) => Number(right))),
    calibrationError(bins).toFixed(4),
    errorByChance(bins).toFixed(4),
  ];
}

/** Bounds between bins of the plot; close to 1 they are as far apart in odds as elsewhere. */
const BOUNDS = [
  0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9998, 0.9999,
] as const;
/** Fewer say nothing. */
const MIN_IN_BIN = 8;

const TICKS = [0.1, 0.5, 0.9, 0.99, 0.999, 0.9999] as const;
const LOWEST = 0.1;
const HIGHEST = 0.9999;

/** An SVG image with a panel per shape: a bar per bin, which should cross the diagonal. */
export function plotCalibration(title: string, results: readonly Accuracy[]): string {
  return plotPanels({
    title,
    legend: [
      { style: "first", label: "matches" },
      { style: "third", label: "whole payouts" },
      { style: "ideal", label: "as stated" },
    ],
    panels: results.map(panelOf),
  });
}

/** Stated probability to the right, 95 % interval of what is right upwards, both in log odds. */
function panelOf({ shape, ours, payouts }: Accuracy): Panel {
  const ticks = TICKS.map((share) => ({ at: position(share), label: `${share * 100} %` }));
  return {
    name: shape,
    x: ticks.filter((_, i) => i % 2 === 1),
    y: ticks,
    lines: [
      {
        style: "ideal",
        points: [
          [0, 0],
          [1, 1],
        ],
      },
      ...barsOf(ours.judged).map((points) => ({ style: "first" as const, points })),
      ...barsOf(payouts.judged).map((points) => ({ style: "third" as const, points })),
    ],
  };
}

function barsOf(judged: readonly Judged[]) {
  return [0, ...BOUNDS].flatMap((from, i) => {
    const members = judged.filter(({ probability }) => {
      return probability >= from && probability < (BOUNDS[i] ?? Number.POSITIVE_INFINITY);
    });
    if (members.length < MIN_IN_BIN) return [];
    const stated = members.reduce((sum, one) => sum + one.probability, 0) / members.length;
    const [low, high] = rightInterval(members);
    return [
      [[position(stated), position(low)] as const, [position(stated), position(high)] as const],
    ];
  });
}

/** On an axis of log odds, from 0 for {@link LOWEST} to 1 for {@link HIGHEST}; beyond is cut off. */
function position(share: number): number {
  const odds = (one: number) => Math.log10(one / (1 - one));
  const inside = Math.min(HIGHEST, Math.max(LOWEST, share));
  return (odds(inside) - odds(LOWEST)) / (odds(HIGHEST) - odds(LOWEST));
}
