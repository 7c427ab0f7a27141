import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import type { ColumnShape } from "./column-shape";

/** A DataTable while its rows are loading, and its code: one element, since it is drawn in the way of both. With `selectable`, tick boxes have their place. */
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
      <tbody className="block lg:table-row-group">
        <tr className="block lg:table-row">
          <td colSpan={columns.length + 1} className="block p-0 lg:table-cell">
            <div aria-hidden="true" data-slot="skeleton" className="rows-waiting" />
          </td>
        </tr>
      </tbody>
    </Table>
  );
}
