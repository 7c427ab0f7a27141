import { Amount } from "@/components/ui/amount";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import { cn } from "@/lib/cn";
import type { Trend, TrendUnit } from "@/lib/contracts/dashboard";
import { counted } from "@/lib/counted";
import { type DateFormat, formatDay, formatMonth } from "@/lib/format-date";

/** The chart's figures: always for screen readers, on screen on request. */
export function TrendTable({
  trend: { unit, currency, points },
  shown,
}: {
  trend: Trend;
  shown: boolean;
}) {
  const { dateFormat } = useFormatPreferences();
  return (
    <div className={cn(shown ? "-mx-4 sm:-mx-6" : "sr-only")}>
      {/* Three short columns never scroll, and a hidden region that could would catch the keyboard. */}
      <table className="w-full text-sm">
        <caption className="sr-only">Matched and open deposits by payout date</caption>
        <TableHeader>
          <TableRow>
            <TableHead className="max-sm:first:pl-4">
              {unit === "week" ? "Week" : "Month"}
            </TableHead>
            <TableHead className="text-right">Matched</TableHead>
            <TableHead className="text-right max-sm:last:pr-4">Open</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {points.toReversed().map((point) => (
            <TableRow key={point.start}>
              <TableCell className="h-9 py-1 max-sm:first:pl-4">
                {/* Not a stop for the keyboard while it can't be seen. */}
                <TextLink href={trendHref(point)} tabIndex={shown ? undefined : -1}>
                  {periodLabel(point, unit, dateFormat)}
                </TextLink>
              </TableCell>
              <TableCell className="h-9 py-1 text-right">
                <Figure amount={point.matched_amount} count={point.matched} currency={currency} />
              </TableCell>
              <TableCell className="h-9 py-1 text-right max-sm:last:pr-4">
                <Figure amount={point.pending_amount} count={point.pending} currency={currency} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </table>
    </div>
  );
}

function Figure({ amount, count, currency }: { amount: string; count: number; currency: string }) {
  return (
    <>
      <Amount value={amount} currency={currency} />{" "}
      <span className="block text-xs text-muted-foreground sm:ml-2 sm:inline">
        {counted(count, "deposit")}
      </span>
    </>
  );
}

/** Under a bar: where a week begins, or which month it is. */
export function axisLabel(start: string, unit: TrendUnit, format: DateFormat): string {
  return unit === "week" ? formatDay(start, format) : formatMonth(start);
}

/** The days of a bar: "Oct 5 – Oct 11", "Oct 2026". */
export function periodLabel(
  period: { start: string; last: string },
  unit: TrendUnit,
  format: DateFormat,
): string {
  if (unit === "month") return `${formatMonth(period.start)} ${period.start.slice(0, 4)}`;
  const [start, last] = [formatDay(period.start, format), formatDay(period.last, format)];
  return start === last ? start : `${start} – ${last}`;
}

/** The list of a bar's deposits. */
export function trendHref({ start, last }: { start: string; last: string }): string {
  return `/transactions?${new URLSearchParams({ from: start, to: last })}`;
}
