import { addJudgements, judge } from "./accuracy";
import { loseNames, losePayments, loseReferences, overlay, stretchLags } from "./degrade";
import { generate } from "./generate";
import type { Dataset, LineShape } from "./model";
import { untouchedShare, wrongShare, wrongShareInBooks } from "./scoring/payouts";
import { autoPrecision, autoPrecisionInBooks, f1 } from "./scoring/score";

/** Figures at one level of a knob; shares from 0 to 1 but the first two. */
export interface CurvePoint {
  level: number;
  /** Number of payouts that could be posted. */
  postable: number;
  f1: number;
  autoPrecision: number;
  autoPrecisionInBooks: number;
  untouched: number;
  /** Of the untouched payouts. */
  wrong: number;
  wrongInBooks: number;
}

/** One respect in which the data was made harder, step by step. */
export interface Curve {
  knob: string;
  unit: "share" | "factor";
  points: CurvePoint[];
}

/** The curves of one shape. */
export interface ShapeCurves {
  shape: LineShape;
  curves: Curve[];
}

interface CurveRequest {
  shape: LineShape;
  /** About how many lines per data set. */
  lines: number;
  seeds: readonly number[];
}

interface Knob extends Pick<Curve, "knob" | "unit"> {
  /** The first level changes nothing. */
  levels: readonly number[];
  make: (request: Omit<CurveRequest, "seeds"> & { seed: number }, level: number) => Dataset;
}

/** Apart from all other seeds, and from the parts of other seeds. */
const SEEDS_PER_PART = 1000;

const KNOBS: readonly Knob[] = [
  {
    knob: "rows without name",
    unit: "share",
    levels: [0, 0.25, 0.5, 0.75, 1],
    make: (request, share) => loseNames(generate(request), share),
  },
  {
    knob: "lag of payments",
    unit: "factor",
    levels: [1, 2, 3, 4, 6, 8],
    make: (request, factor) => stretchLags(generate(request), factor),
  },
  {
    knob: "rows per day",
    unit: "factor",
    levels: [1, 2, 4, 8, 16],
    make: ({ shape, lines, seed }, factor) =>
      overlay(
        Array.from({ length: factor }, (_, part) =>
          generate({
            shape,
            lines: Math.round(lines / factor),
            seed: seed + part * SEEDS_PER_PART,
            prefix: part === 0 ? "" : `${part}-`,
          }),
        ),
      ),
  },
  {
    knob: "payments missing",
    unit: "share",
    levels: [0, 0.05, 0.1, 0.15, 0.2],
    make: (request, share) => losePayments(generate(request), share),
  },
  {
    knob: "rows without reference",
    unit: "share",
    levels: [0, 0.25, 0.5, 0.75, 1],
    make: (request, share) => loseReferences(generate(request), share),
  },
];

/** Turns one knob at a time and measures the engine at each of its levels. */
export function measureCurves({ shape, lines, seeds }: CurveRequest): ShapeCurves {
  const curves = KNOBS.map(({ knob, unit, levels, make }): Curve => {
    const points = levels.map((level) => {
      const judgements = seeds.map((seed) => judge(make({ shape, lines, seed }, level)));
      const { pairs, payouts } = addJudgements(judgements);
      return {
        level,
        postable: payouts.postable,
        f1: f1(pairs),
        autoPrecision: autoPrecision(pairs),
        autoPrecisionInBooks: autoPrecisionInBooks(pairs),
        untouched: untouchedShare(payouts),
        wrong: wrongShare(payouts),
        wrongInBooks: wrongShareInBooks(payouts),
      };
    });
    return { knob, unit, points };
  });
  return { shape, curves };
}
