import type { Curve, CurvePoint, ShapeCurves } from "./measure";

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
