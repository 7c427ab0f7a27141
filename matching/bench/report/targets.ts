import type { Accuracy } from "../accuracy";
import { JUDGE_SHAPES, LINE_SHAPES, type Shape } from "../model";
import { foundOf, type PublicResults } from "../public/measure-public";
import { calibrationError, reliability } from "../scoring/calibration";
import { addPayoutScores, untouchedShare, wrongShareInBooks } from "../scoring/payouts";
import { addScores, autoCoverage, autoPrecision, autoPrecisionInBooks, f1 } from "../scoring/score";
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

/** Targets of the engine, as far as these results say something about them; null without any. */
export function targetTable(
  accuracy: readonly Accuracy[],
  others: PublicResults | null,
  speed: readonly SpeedResult[],
): string | null {
  const verdicts = [
    ...GROUPS.flatMap((group) => accuracyVerdicts(group, accuracy)),
    ...publicVerdicts(others),
    ...speedVerdicts(speed),
  ];
  if (verdicts.length === 0) return null;
  return table(
    ["what", "target", "measured", "verdict"],
    verdicts.map(({ what, value, bound, direction, show }) => {
      const missing = direction === "at least" ? bound - value : value - bound;
      const target = `${direction === "at least" ? "≥" : "≤"} ${show(bound)}`;
      return [what, target, show(value), missing <= 0 ? "met" : `missed by ${show(missing)}`];
    }),
  );
}

/** Bounds for the shapes of one group together. */
interface GroupTargets {
  name: string;
  shapes: readonly Shape[];
  meanF1: number;
  worstF1: number;
  /** Of the automatic links, in the books. */
  precision: number;
  coverage: number;
}

const GROUPS: readonly GroupTargets[] = [
  {
    name: "own shapes",
    shapes: LINE_SHAPES,
    meanF1: 0.98,
    worstF1: 0.95,
    precision: 0.9997,
    coverage: 0.9,
  },
  {
    name: "books by other authors",
    shapes: JUDGE_SHAPES,
    meanF1: 0.97,
    worstF1: 0.93,
    precision: 0.9995,
    coverage: 0.88,
  },
];
const MIN_UNTOUCHED = 0.88;
const MAX_WRONG = 0.002;
const MAX_CALIBRATION_ERROR = 0.005;

/** The shapes that miss a bound of their group alone, worst first, as a list; null where none does. */
export function shapesBelow(accuracy: readonly Accuracy[]): string | null {
  const items = GROUPS.flatMap(({ name, shapes, worstF1, precision, coverage }) => {
    const results = accuracy.filter(({ shape }) => shapes.includes(shape));
    const below = (what: string, bound: number, value: (one: Accuracy) => number, digits = 1) => {
      const missed = results
        .map((result) => ({ shape: result.shape, value: value(result) }))
        .filter((one) => one.value < bound)
        .sort((a, b) => a.value - b.value);
      const listed = missed.map((one) => `${one.shape} ${percent(one.value, digits)}`);
      return missed.length > 0
        ? [`- ${name}: ${what} below ${percent(bound, digits)}: ${listed.join(", ")}`]
        : [];
    };
    return [
      ...below("payouts untouched", MIN_UNTOUCHED, ({ payouts }) => untouchedShare(payouts)),
      ...below("F1", worstF1, ({ ours }) => f1(ours)),
      ...below("right in the books", precision, ({ ours }) => autoPrecisionInBooks(ours), 3),
      ...below("auto coverage", coverage, ({ ours }) => autoCoverage(ours)),
    ];
  });
  return items.length > 0 ? ["By shape:", "", ...items].join("\n") : null;
}

/** None unless all shapes of the group were measured. */
function accuracyVerdicts(group: GroupTargets, accuracy: readonly Accuracy[]): Verdict[] {
  const { name, shapes, meanF1, worstF1, precision, coverage } = group;
  const results = accuracy.filter(({ shape }) => shapes.includes(shape));
  if (results.length < shapes.length) return [];
  const all = addScores(results.map(({ ours }) => ours));
  const payouts = addPayoutScores(results.map((result) => result.payouts));
  const atLeast = (what: string, value: number, bound: number, show = share): Verdict => {
    return { what: `${name}: ${what}`, value, bound, direction: "at least", show };
  };
  const atMost = (what: string, value: number, bound: number, show = share): Verdict => {
    return { what: `${name}: ${what}`, value, bound, direction: "at most", show };
  };
  const hardest = worst(results, ({ ours }) => f1(ours));
  const digits = (value: number) => value.toFixed(4);
  const auto = (value: number) => percent(value, 3);
  return [
    atLeast("payouts untouched", untouchedShare(payouts), MIN_UNTOUCHED),
    atMost("of these wrong in the books", wrongShareInBooks(payouts), MAX_WRONG),
    atLeast("F1, mean of the shapes", mean(results.map(({ ours }) => f1(ours))), meanF1),
    atLeast(`F1, hardest (${hardest.shape})`, f1(hardest.ours), worstF1),
    atLeast("automatic links right in the books", autoPrecisionInBooks(all), precision, auto),
    atLeast("auto coverage", autoCoverage(all), coverage),
    atMost("ECE", calibrationError(reliability(all.judged)), MAX_CALIBRATION_ERROR, digits),
  ];
}

const MIN_PUBLIC_PRECISION = 0.999;
const MIN_PUBLIC_FOUND = 0.9;
const MIN_RECONCILIATION_F1 = 0.996;

function publicVerdicts(results: PublicResults | null): Verdict[] {
  const verdicts: Verdict[] = [];
  const atLeast = (what: string, value: number, bound: number) =>
    verdicts.push({ what, value, bound, direction: "at least", show: (one) => percent(one) });
  const { transfers, reconciliations = [], cases } = results ?? {};
  if (transfers) {
    const { all, auto } = transfers;
    const found = foundOf(auto, "one_to_one");
    atLeast("public transfers: automatic links right", autoPrecision(all), MIN_PUBLIC_PRECISION);
    atLeast("public transfers: automatic of one amount", found, MIN_PUBLIC_FOUND);
  }
  for (const { name, all } of reconciliations) {
    atLeast(`${name}: F1`, f1(all), MIN_RECONCILIATION_F1);
  }
  if (cases) {
    const show = (count: number) => String(count);
    const what = "known cases wrong";
    verdicts.push({ what, value: cases.wrong.length, bound: 0, direction: "at most", show });
  }
  return verdicts;
}

const MAX_SECONDS: readonly (readonly [size: number, seconds: number])[] = [
  [100_000, 8],
  [1_000_000, 100],
];
const MAX_TIMES_THE_FLOOR = 10;
const MAX_GROWTH = 12;
const MAX_MEGABYTES = 2200;

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
