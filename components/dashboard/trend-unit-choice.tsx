import type { TrendUnit } from "@/lib/contracts/dashboard";
import { TREND_UNITS } from "@/lib/contracts/values/trend";

const LABELS: Record<TrendUnit, string> = { week: "Weeks", month: "Months" };

/** Two radio buttons that look like one control. */
export function TrendUnitChoice({
  value,
  onChange,
}: {
  value: TrendUnit;
  onChange: (unit: TrendUnit) => void;
}) {
  return (
    <fieldset className="flex rounded-md border border-input/60 p-0.5">
      <legend className="sr-only">Show by</legend>
      {TREND_UNITS.map((unit) => (
        <label
          key={unit}
          className="relative flex h-8 cursor-pointer items-center rounded-sm px-2.5 text-caption font-medium text-muted-foreground has-checked:bg-accent has-checked:text-accent-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name="trend-unit"
            value={unit}
            checked={value === unit}
            onChange={() => onChange(unit)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-sm outline-none"
          />
          {LABELS[unit]}
        </label>
      ))}
    </fieldset>
  );
}
