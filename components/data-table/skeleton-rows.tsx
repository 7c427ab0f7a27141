import type { Column, RowData } from "@tanstack/react-table";
import { cellClasses, rowClasses } from "@/components/data-table/cell-classes";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";

/** Rows in the shape of those that are loading. */
export function SkeletonRows<T extends RowData>({
  columns,
  count,
  selectable = false,
}: {
  columns: Column<T>[];
  count: number;
  /** Keeps the place of the tick boxes. */
  selectable?: boolean;
}) {
  return Array.from({ length: count }, (_, number) => `row-${number}`).map((key) => (
    <TableRow key={key} className={rowClasses}>
      {selectable && (
        <TableCell className="col-start-1 row-span-2 row-start-1 h-auto p-0 pr-4 first:pl-0 md:h-11 md:w-px md:py-1 md:pr-1 md:first:pl-6">
          <Skeleton className="size-4.5" />
        </TableCell>
      )}
      {columns.map(({ id, columnDef: { meta } }) => (
        <TableCell key={id} className={cellClasses(meta)}>
          <Skeleton
            className={cn("h-4", meta?.skeleton ?? "w-24", meta?.align === "right" && "ml-auto")}
          />
        </TableCell>
      ))}
    </TableRow>
  ));
}
