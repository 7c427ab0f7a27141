"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axisLabel, periodLabel } from "@/components/dashboard/trend-labels";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import type { Trend } from "@/lib/contracts/dashboard";

const TICK = { fill: "var(--muted-foreground)", fontSize: 12 };
/** Keeps the two parts of a bar apart without a third colour. */
const GAP = { stroke: "var(--card)", strokeWidth: 1 };

/** Bars of matched on pending deposits. Loaded when it is needed; the numbers are in the table, too. */
export default function TrendChart({ trend: { unit, points } }: { trend: Trend }) {
  const { dateFormat } = useFormatPreferences();
  const rows = points.map((point) => ({
    ...point,
    label: axisLabel(point.start, unit, dateFormat),
    period: periodLabel(point, unit, dateFormat),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 224 }}>
      <BarChart
        data={rows}
        accessibilityLayer={false}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        barCategoryGap="28%"
      >
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          dataKey="label"
          interval="equidistantPreserveStart"
          tickLine={false}
          axisLine={false}
          tick={TICK}
          tickMargin={8}
        />
        <YAxis allowDecimals={false} width={32} tickLine={false} axisLine={false} tick={TICK} />
        <Tooltip
          cursor={{ fill: "var(--muted)" }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const row: (typeof rows)[number] | undefined = payload?.[0]?.payload;
            return active && row ? <Numbers row={row} /> : null;
          }}
        />
        <Bar
          dataKey="matched"
          stackId="deposits"
          fill="var(--status-done)"
          maxBarSize={40}
          isAnimationActive={false}
          {...GAP}
        />
        <Bar
          dataKey="pending"
          stackId="deposits"
          fill="var(--status-idle)"
          maxBarSize={40}
          isAnimationActive={false}
          {...GAP}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}

function Numbers({ row }: { row: { period: string; matched: number; pending: number } }) {
  return (
    <div className="rounded-lg border bg-popover px-3 py-2 text-caption text-popover-foreground shadow-float">
      <p className="font-medium">{row.period}</p>
      <p className="text-muted-foreground tabular-nums">
        {row.matched} matched · {row.pending} pending
      </p>
    </div>
  );
}
