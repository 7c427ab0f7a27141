import type { ShapeCurves } from "../curves/measure";
import { levelText } from "../curves/plot";
import { percent, table } from "./table";

/** Every level of every knob of one shape. */
export function curveTable({ curves }: ShapeCurves): string {
  return table(
    ["made harder", "level", "F1", "auto precision", "postable payouts", "untouched"],
    curves.flatMap(({ knob, unit, points }) =>
      points.map(({ level, f1, autoPrecision, postable, untouched }) => [
        knob,
        levelText(level, unit),
        percent(f1),
        percent(autoPrecision, 3),
        String(postable),
        percent(untouched, 1),
      ]),
    ),
  );
}
