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

const PANEL = { width: 250, height: 190, left: 48, top: 14, right: 14, bottom: 42 } as const;
const COLUMNS = 3;
const HEAD = 58;
const GRID = [0, 0.25, 0.5, 0.75, 1] as const;

type Figure = Exclude<keyof CurvePoint, "level" | "postable">;

/** Color and dash distinguish them. */
const LINES: readonly { figure: Figure; label: string }[] = [
  { figure: "f1", label: "F1" },
  { figure: "autoPrecision", label: "auto precision" },
  { figure: "untouched", label: "payouts untouched" },
];

const STYLE = `
  .paper { fill: #ffffff }
  text { fill: #1f2937; font: 11px system-ui, sans-serif }
  .title { font-size: 14px; font-weight: 600 }
  .knob { font-weight: 600 }
  .grid { stroke: #d1d5db; stroke-width: 1 }
  .line { fill: none; stroke-width: 2 }
  .f1 { stroke: #1d4ed8 }
  .autoPrecision { stroke: #047857; stroke-dasharray: 6 3 }
  .untouched { stroke: #b45309; stroke-dasharray: 2 3 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 }
    text { fill: #e5e7eb }
    .grid { stroke: #374151 }
    .f1 { stroke: #93c5fd }
    .autoPrecision { stroke: #6ee7b7 }
    .untouched { stroke: #fcd34d }
  }`;

/** The curves as an SVG image with a panel per knob, for light and dark pages. */
export function plotCurves({ shape, curves }: ShapeCurves): string {
  const width = COLUMNS * PANEL.width;
  const height = HEAD + Math.ceil(curves.length / COLUMNS) * PANEL.height;
  const title = `Degradation: ${shape}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    text(12, 22, title, "title"),
    ...LINES.map(({ figure, label }, i) => {
      const x = 12 + i * 150;
      return `<path class="line ${figure}" d="M${x} 41H${x + 28}"/>${text(x + 34, 45, label)}`;
    }),
    ...curves.map((curve, i) => {
      const x = (i % COLUMNS) * PANEL.width;
      const y = HEAD + Math.floor(i / COLUMNS) * PANEL.height;
      return `<g transform="translate(${x} ${y})">\n${panel(curve)}\n</g>`;
    }),
    "</svg>\n",
  ].join("\n");
}

/** Shares upwards from 0 to 100 %; levels to the right, factors on a logarithmic scale. */
function panel({ knob, unit, points }: Curve): string {
  const right = PANEL.width - PANEL.right;
  const bottom = PANEL.height - PANEL.bottom;
  const [first, last] = [points[0]?.level ?? 0, points.at(-1)?.level ?? 1];
  const scale = unit === "factor" ? Math.log2 : (share: number) => share;
  const x = (level: number) => {
    const along = (scale(level) - scale(first)) / (scale(last) - scale(first));
    return round(PANEL.left + along * (right - PANEL.left));
  };
  const y = (share: number) => round(bottom - share * (bottom - PANEL.top));
  const middle = (PANEL.left + right) / 2;
  return [
    ...GRID.map((share) => {
      const label = text(PANEL.left - 6, y(share) + 4, `${share * 100} %`, "", "end");
      return `<path class="grid" d="M${PANEL.left} ${y(share)}H${right}"/>${label}`;
    }),
    ...points.map(({ level }) => text(x(level), bottom + 15, levelText(level, unit), "", "middle")),
    text(middle, bottom + 31, knob, "knob", "middle"),
    ...LINES.map(({ figure }) => {
      const path = points.map((point) => `${x(point.level)} ${y(point[figure])}`).join("L");
      return `<path class="line ${figure}" d="M${path}"/>`;
    }),
  ].join("\n");
}

/** A level as tables and axes show it: "25 %" or "×4". */
export function levelText(level: number, unit: Curve["unit"]): string {
  return unit === "share" ? `${Math.round(level * 100)} %` : `×${level}`;
}

function text(x: number, y: number, content: string, style = "", anchor = "start"): string {
  return `<text x="${x}" y="${y}" class="${style}" text-anchor="${anchor}">${content}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
