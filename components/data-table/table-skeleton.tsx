import { Skeleton } from "@/components/ui/skeleton";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import { cn } from "@/lib/cn";
import type { ColumnShape } from "./column-shape";
import { cellClasses, rowClasses } from "./column-shape";

const ROWS = Array.from({ length: 8 }, (_, number) => `row-${number}`);

/** A DataTable while its rows are loading, and its code. With `selectable`, tick boxes have their place. */
export function TableSkeleton({
  label,
  columns,
  selectable = false,
}: {
  label: string;
  columns: readonly ColumnShape[];
  selectable?: boolean;
}) {
  return (
    <Table aria-label={label} aria-busy="true" className="block lg:table">
      <TableHeader className="hidden lg:table-header-group">
        <TableRow>
          {selectable && (
            <TableHead className="w-px pr-1">
              <Skeleton className="size-4.5" />
            </TableHead>
          )}
          {columns.map(({ id, header, meta }) => (
            <TableHead key={id} className={cn(meta?.align === "right" && "text-right")}>
              {header}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody className="block lg:table-row-group">
        {ROWS.map((key) => (
          <TableRow key={key} className={rowClasses}>
            {selectable && (
              <TableCell className="col-start-1 row-span-2 row-start-1 h-auto p-0 pr-4 first:pl-0 lg:h-11 lg:w-px lg:py-1 lg:pr-1 lg:first:pl-6">
                <Skeleton className="size-4.5" />
              </TableCell>
            )}
            {columns.map(({ id, meta }) => (
              <TableCell key={id} className={cellClasses(meta)}>
                <Skeleton
                  className={cn(
                    "h-4",
                    meta?.skeleton ?? "w-24",
                    meta?.align === "right" && "ml-auto",
                  )}
                />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
