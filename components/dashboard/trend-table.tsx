import { periodLabel } from "@/components/dashboard/trend-labels";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import type { Trend } from "@/lib/contracts/dashboard";

/** The chart's figures: always for screen readers, on screen on request. */
export function TrendTable({ trend: { unit, points }, shown }: { trend: Trend; shown: boolean }) {
  const { dateFormat } = useFormatPreferences();
  return (
    <div className={cn(shown ? "-mx-4 sm:-mx-6" : "sr-only")}>
      {/* Three short columns never scroll, and a hidden region that could would catch the keyboard. */}
      <table className="w-full text-sm">
        <caption className="sr-only">Matched and pending deposits by payout date</caption>
        <TableHeader>
          <TableRow>
            <TableHead className="max-sm:first:pl-4">
              {unit === "week" ? "Week" : "Month"}
            </TableHead>
            <TableHead className="text-right">Matched</TableHead>
            <TableHead className="text-right max-sm:last:pr-4">Pending</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {points.toReversed().map((point) => (
            <TableRow key={point.start}>
              <TableCell className="h-9 py-1 max-sm:first:pl-4">
                {periodLabel(point, unit, dateFormat)}
              </TableCell>
              <TableCell className="h-9 py-1 text-right tabular-nums">{point.matched}</TableCell>
              <TableCell className="h-9 py-1 text-right tabular-nums max-sm:last:pr-4">
                {point.pending}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </table>
    </div>
  );
}
