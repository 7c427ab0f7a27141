import type { Accuracy } from "../accuracy";
import { LINE_SHAPES, type Shape } from "../model";
import { calibrationError, reliability } from "../scoring/calibration";
import { addPayoutScores, untouchedShare, wrongLinkShare, wrongShare } from "../scoring/payouts";
import { addScores, autoCoverage, autoPrecision, f1 } from "../scoring/score";
import { type SpeedResult, secondsOf } from "../speed/measure";
import { percent, table } from "./tables";

interface Verdict {
  what: string;
  value: number;
  /** Reached when the value is at least, or at most, this. */
  bound: number;
  direction: "at least" | "at most";
  show: (value: number) => string;
}

const share = (value: number) => percent(value);
const seconds = (value: number) => `${value.toFixed(2)} s`;
const times = (value: number) => `${value.toFixed(1)} times`;

/** Targets of the engine, as far as these results say something about them. */
export function targetTable(accuracy: readonly Accuracy[], speed: readonly SpeedResult[]): string {
  const verdicts = [...accuracyVerdicts(accuracy), ...speedVerdicts(speed)];
  return table(
    ["what", "target", "measured", "verdict"],
    verdicts.map(({ what, value, bound, direction, show }) => {
      const missing = direction === "at least" ? bound - value : value - bound;
      const target = `${direction === "at least" ? "≥" : "≤"} ${show(bound)}`;
      return [what, target, show(value), missing <= 0 ? "met" : `missed by ${show(missing)}`];
    }),
  );
}

function accuracyVerdicts(results: readonly Accuracy[]): Verdict[] {
  const shapes: readonly Shape[] = LINE_SHAPES;
  const line = results.filter(({ shape }) => shapes.includes(shape));
  if (line.length < LINE_SHAPES.length) return [];
  const all = addScores(line.map(({ ours }) => ours));
  const payouts = addPayoutScores(line.map((result) => result.payouts));
  const atLeast = (what: string, value: number, bound: number, show = share): Verdict => {
    return { what, value, bound, direction: "at least", show };
  };
  const atMost = (what: string, value: number, bound: number, show = share): Verdict => {
    return { what, value, bound, direction: "at most", show };
  };
  const hardest = worst(line, ({ ours }) => f1(ours));
  const riskiest = worst(line, ({ ours }) => autoPrecision(ours));
  const shyest = worst(line, ({ ours }) => autoCoverage(ours));
  const error = ({ ours }: Accuracy) => calibrationError(reliability(ours.judged));
  const vainest = worst(line, (result) => -error(result));
  const digits = (value: number) => value.toFixed(4);
  const auto = (value: number) => percent(value, 3);
  return [
    atLeast("payouts untouched, all shapes", untouchedShare(payouts), 0.8),
    atMost("untouched payouts with anything wrong", wrongShare(payouts), 0.01),
    atMost("wrong links in untouched payouts", wrongLinkShare(payouts), 0.001, auto),
    atLeast("auto precision, all shapes", autoPrecision(all), 0.999, auto),
    atLeast(`auto precision, worst (${riskiest.shape})`, autoPrecision(riskiest.ours), 0.999, auto),
    atLeast("auto coverage, all shapes", autoCoverage(all), 0.9),
    atLeast(`auto coverage, worst (${shyest.shape})`, autoCoverage(shyest.ours), 0.9),
    atLeast("F1, mean of the shapes", mean(line.map(({ ours }) => f1(ours))), 0.97),
    atLeast(`F1, hardest (${hardest.shape})`, f1(hardest.ours), 0.95),
    atMost("ECE, all shapes", calibrationError(reliability(all.judged)), 0.01, digits),
    atMost(`ECE, worst (${vainest.shape})`, error(vainest), 0.01, digits),
  ];
}

const MAX_SECONDS: readonly (readonly [size: number, seconds: number])[] = [
  [100_000, 5],
  [1_000_000, 60],
];
const MAX_TIMES_THE_FLOOR = 10;
const MAX_GROWTH = 12;
const MAX_MEGABYTES = 2048;

function speedVerdicts(results: readonly SpeedResult[]): Verdict[] {
  const verdicts: Verdict[] = [];
  const atMost = (what: string, value: number, bound: number, show: Verdict["show"]) =>
    verdicts.push({ what, value, bound, direction: "at most", show });
  for (const [i, result] of results.entries()) {
    const smaller = results[i - 1];
    if (!smaller) continue;
    const what = `growth per tenfold, ${smaller.lines} to ${result.lines} lines`;
    atMost(what, growth(smaller, result), MAX_GROWTH, times);
  }
  for (const [size, most] of MAX_SECONDS) {
    const result = results.find(({ lines }) => Math.abs(lines / size - 1) < 0.1);
    if (!result) continue;
    atMost(`time, ${result.lines} lines`, result.seconds, most, seconds);
    const ratio = result.seconds / result.floor;
    atMost(`time over a hash join, ${result.lines} lines`, ratio, MAX_TIMES_THE_FLOOR, times);
    if (size < 1_000_000) continue;
    const megabytes = (value: number) => `${value.toFixed(0)} MB`;
    atMost(`memory, ${result.lines} lines`, result.memory, MAX_MEGABYTES, megabytes);
  }
  return verdicts;
}

/** @throws RangeError on an empty list */
function worst(results: readonly Accuracy[], value: (result: Accuracy) => number): Accuracy {
  return results.reduce((a, b) => (value(b) < value(a) ? b : a));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Time per tenfold data between two sizes: 10 is linear. */
function growth(smaller: SpeedResult, larger: SpeedResult): number {
  const tenfolds = Math.log10(larger.lines / smaller.lines);
  return (larger.seconds / smaller.seconds) ** (1 / tenfolds);
}

export function speedTable(results: readonly SpeedResult[]): string {
  return table(
    [
      ...["lines", "payments", "seconds", "hash join", "best of 3", "ratio", "growth per tenfold"],
      ...["peak MB", "of which before"],
    ],
    results.map((result, i) => {
      const smaller = results[i - 1];
      return [
        String(result.lines),
        String(result.payments),
        result.seconds.toFixed(2),
        result.floor.toFixed(3),
        result.floorBest.toFixed(3),
        (result.seconds / result.floor).toFixed(1),
        smaller ? growth(smaller, result).toFixed(1) : "",
        result.memory.toFixed(0),
        result.memoryBefore.toFixed(0),
      ];
    }),
  );
}

/** What the steps of the method cost at least, beside the hash join and the engine. */
export function bareTable(results: readonly SpeedResult[]): string {
  return table(
    ["lines", "read", "block", "score", "learn", "assign", "bare method", "hash joins", "engine"],
    results.map(({ lines, bare, floor, seconds }) => {
      const { read, block, score, learn, assign } = bare;
      const all = secondsOf(bare);
      return [
        String(lines),
        ...[read, block, score, learn, assign, all].map((each) => each.toFixed(3)),
        `${(all / floor).toFixed(1)} times`,
        `${(seconds / all).toFixed(1)} times`,
      ];
    }),
  );
}
