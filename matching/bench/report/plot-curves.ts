import type { Curve, CurvePoint, ShapeCurves } from "../curves";
import { type LineStyle, type Panel, plotPanels } from "./panels";

type Figure = "f1" | "autoPrecisionInBooks" | "untouched";

const FIGURES: readonly { figure: Figure; label: string; style: LineStyle }[] = [
  { figure: "f1", label: "F1", style: "first" },
  { figure: "autoPrecisionInBooks", label: "auto right in books", style: "second" },
  { figure: "untouched", label: "payouts untouched", style: "third" },
];

const SHARES = [0, 0.25, 0.5, 0.75, 1] as const;

/** The curves as an SVG image with a panel per knob. */
export function plotCurves({ shape, curves }: ShapeCurves): string {
  return plotPanels({
    title: `Degradation: ${shape}`,
    legend: FIGURES,
    panels: curves.map(panelOf),
  });
}

/** Shares upwards from 0 to 100 %; levels to the right, factors on a logarithmic scale. */
function panelOf({ knob, unit, points }: Curve): Panel {
  const [first, last] = [points[0]?.level ?? 0, points.at(-1)?.level ?? 1];
  const scale = unit === "factor" ? Math.log2 : (share: number) => share;
  const across = ({ level }: CurvePoint) =>
    (scale(level) - scale(first)) / (scale(last) - scale(first));
  return {
    name: knob,
    x: points.map((point) => ({ at: across(point), label: levelText(point.level, unit) })),
    y: SHARES.map((share) => ({ at: share, label: `${share * 100} %` })),
    lines: FIGURES.map(({ figure, style }) => {
      return { style, points: points.map((point) => [across(point), point[figure]] as const) };
    }),
  };
}

/** A level as tables and axes show it: "25 %" or "×4". */
export function levelText(level: number, unit: Curve["unit"]): string {
  return unit === "share" ? `${Math.round(level * 100)} %` : `×${level}`;
}
