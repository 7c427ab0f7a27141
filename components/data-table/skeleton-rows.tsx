import type { Column, RowData } from "@tanstack/react-table";
import { cellClasses, rowClasses } from "@/components/data-table/cell-classes";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";

/** Rows in the shape of those that are loading. */
export function SkeletonRows<T extends RowData>({
  columns,
  count,
}: {
  columns: Column<T>[];
  count: number;
}) {
  return Array.from({ length: count }, (_, number) => `row-${number}`).map((key) => (
    <TableRow key={key} className={rowClasses}>
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
