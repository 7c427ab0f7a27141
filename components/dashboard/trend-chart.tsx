"use client";

import { useRouter } from "next/navigation";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import type { Trend } from "@/lib/contracts/dashboard";
import { counted } from "@/lib/counted";
import { formatAmount } from "@/lib/format";
import { axisLabel, periodLabel, trendHref } from "./trend-table";

const TICK = { fill: "var(--muted-foreground)", fontSize: 12 };
/** Keeps the two parts of a bar apart without a third colour. */
const GAP = { stroke: "var(--card)", strokeWidth: 1 };

const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/**
 * Bars of the money that is matched, and on them of what is open. A click shows the deposits of a bar. Loaded
 * when it is needed; the amounts are in the table, too, as links.
 */
export default function TrendChart({ trend: { unit, points } }: { trend: Trend }) {
  const { dateFormat } = useFormatPreferences();
  const router = useRouter();
  const rows = points.map((point) => ({
    ...point,
    matchedHeight: Number(point.matched_amount),
    openHeight: Number(point.pending_amount),
    label: axisLabel(point.start, unit, dateFormat),
    period: periodLabel(point, unit, dateFormat),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 224 }}>
      <BarChart
        data={rows}
        accessibilityLayer={false}
        // A refund of more than was paid is below the line.
        stackOffset="sign"
        className="cursor-pointer"
        onClick={({ activeTooltipIndex }) => {
          // Null where no bar is pointed at, which as a number would be the first one.
          const point = activeTooltipIndex == null ? null : points[Number(activeTooltipIndex)];
          if (point) router.push(trendHref(point));
        }}
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
        <YAxis
          width={44}
          tickLine={false}
          axisLine={false}
          tick={TICK}
          tickFormatter={(value: number) => COMPACT.format(value).replace("-", "−")}
        />
        <Tooltip
          cursor={{ fill: "var(--muted)" }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const row: (typeof rows)[number] | undefined = payload?.[0]?.payload;
            return active && row ? <Numbers row={row} /> : null;
          }}
        />
        <Bar
          dataKey="matchedHeight"
          stackId="deposits"
          fill="var(--status-done)"
          maxBarSize={40}
          isAnimationActive={false}
          {...GAP}
        />
        <Bar
          dataKey="openHeight"
          stackId="deposits"
          fill="var(--status-suggested)"
          maxBarSize={40}
          isAnimationActive={false}
          {...GAP}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}

function Numbers({ row }: { row: Trend["points"][number] & { period: string } }) {
  return (
    <div className="rounded-lg border bg-popover px-3 py-2 text-caption text-popover-foreground shadow-float">
      <p className="font-medium">{row.period}</p>
      <dl className="grid grid-cols-[auto_auto_auto] gap-x-3 text-muted-foreground tabular-nums">
        <dt>Matched</dt>
        <dd className="text-right text-foreground">{formatAmount(row.matched_amount)}</dd>
        <dd>{counted(row.matched, "deposit")}</dd>
        <dt>Open</dt>
        <dd className="text-right text-foreground">{formatAmount(row.pending_amount)}</dd>
        <dd>{counted(row.pending, "deposit")}</dd>
      </dl>
    </div>
  );
}
