const PANEL = { width: 250, height: 190, left: 54, top: 14, right: 26, bottom: 42 } as const;
const COLUMNS = 3;
const HEAD = 58;
const LEGEND_WIDTH = 150;

const STYLE = `
  .paper { fill: #ffffff }
  text { fill: #1f2937; font: 11px system-ui, sans-serif }
  .title { font-size: 14px; font-weight: 600 }
  .name { font-weight: 600 }
  .grid { stroke: #d1d5db; stroke-width: 1 }
  .line { fill: none; stroke-width: 2 }
  .first { stroke: #1d4ed8 }
  .second { stroke: #047857; stroke-dasharray: 6 3 }
  .third { stroke: #b45309; stroke-dasharray: 2 3 }
  .ideal { stroke: #6b7280; stroke-width: 1 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 }
    text { fill: #e5e7eb }
    .grid { stroke: #374151 }
    .first { stroke: #93c5fd }
    .second { stroke: #6ee7b7 }
    .third { stroke: #fcd34d }
    .ideal { stroke: #9ca3af }
  }`;

/** Color and dash distinguish them; `ideal` is what the others are compared with. */
export type LineStyle = "first" | "second" | "third" | "ideal";

/** Positions along an axis and in a panel go from 0 to 1, to the right and upwards. */
interface Tick {
  at: number;
  label: string;
}

type Point = readonly [x: number, y: number];

export interface Panel {
  name: string;
  x: readonly Tick[];
  /** With a line across the panel. */
  y: readonly Tick[];
  /** Several lines may share a style; a line of two points with equal x is an upright bar. */
  lines: readonly { style: LineStyle; points: readonly Point[] }[];
}

export interface Plot {
  title: string;
  legend: readonly { style: LineStyle; label: string }[];
  panels: readonly Panel[];
}

/** An SVG image with three panels in a row, for light and dark pages. */
export function plotPanels({ title, legend, panels }: Plot): string {
  const width = COLUMNS * PANEL.width;
  const height = HEAD + Math.ceil(panels.length / COLUMNS) * PANEL.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    text(12, 22, title, "title"),
    ...legend.map(({ style, label }, i) => {
      const x = 12 + i * LEGEND_WIDTH;
      return `<path class="line ${style}" d="M${x} 41H${x + 28}"/>${text(x + 34, 45, label)}`;
    }),
    ...panels.map((each, i) => {
      const x = (i % COLUMNS) * PANEL.width;
      const y = HEAD + Math.floor(i / COLUMNS) * PANEL.height;
      return `<g transform="translate(${x} ${y})">\n${drawPanel(each)}\n</g>`;
    }),
    "</svg>\n",
  ].join("\n");
}

function drawPanel(panel: Panel): string {
  const right = PANEL.width - PANEL.right;
  const bottom = PANEL.height - PANEL.bottom;
  const x = (at: number) => round(PANEL.left + at * (right - PANEL.left));
  const y = (at: number) => round(bottom - at * (bottom - PANEL.top));
  return [
    ...panel.y.map(({ at, label }) => {
      const grid = `<path class="grid" d="M${PANEL.left} ${y(at)}H${right}"/>`;
      return grid + text(PANEL.left - 6, y(at) + 4, label, "", "end");
    }),
    ...panel.x.map(({ at, label }) => text(x(at), bottom + 15, label, "", "middle")),
    text((PANEL.left + right) / 2, bottom + 31, panel.name, "name", "middle"),
    ...panel.lines.map(({ style, points }) => {
      const path = points.map(([across, up]) => `${x(across)} ${y(up)}`).join("L");
      return `<path class="line ${style}" d="M${path}"/>`;
    }),
  ].join("\n");
}

function text(x: number, y: number, content: string, style = "", anchor = "start"): string {
  return `<text x="${x}" y="${y}" class="${style}" text-anchor="${anchor}">${content}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
