"use client";

import {
  flexRender,
  getCoreRowModel,
  type OnChangeFn,
  type Row,
  type RowData,
  type SortingState,
  useReactTable,
} from "@tanstack/react-table";
import { memo, type ReactNode } from "react";
import { cellClasses, rowClasses } from "@/components/data-table/cell-classes";
import type { Columns } from "@/components/data-table/column";
import { ColumnHead } from "@/components/data-table/column-head";
import { openRow } from "@/components/data-table/open-row";
import { type RowSelection, SelectAllHead, SelectCell } from "@/components/data-table/selection";
import { useStagedRows } from "@/components/data-table/use-staged-rows";
import { RowLink } from "@/components/ui/row-link";
import { Table, TableBody, TableCell, TableHeader, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";

interface DataTableProps<T extends RowData> {
  /** The table's name for screen readers. */
  label: string;
  columns: Columns<T>;
  data: T[];
  getRowId: (row: T) => string;
  /** The rows' page: the first column becomes its link, and a click anywhere on the row follows it. */
  rowHref?: (row: T) => string;
  /** Shown in place of rows when there are none. */
  empty: ReactNode;
  /** Sorted where the data comes from; columns with `enableSorting: true` can be. */
  sorting?: SortingState | undefined;
  onSortingChange?: OnChangeFn<SortingState> | undefined;
  selection?: RowSelection<T> | undefined;
}

const NO_SORTING: SortingState = [];
/** Of a row with two lines of text, in pixels. */
const ROW_HEIGHT = 57;

/** The one table: rows from 768 px on, two-line entries below. While it loads: TableSkeleton. */
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { columns, data, rowHref, sorting = NO_SORTING, onSortingChange, selection } = props;
  const table = useReactTable({
    columns,
    data,
    getRowId: props.getRowId,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    enableSortingRemoval: false,
    defaultColumn: { enableSorting: false },
    state: { sorting },
    ...(onSortingChange && { onSortingChange }),
  });
  const { drawn, missing } = useStagedRows(table.getRowModel().rows);
  if (data.length === 0) return props.empty;
  return (
    <Table aria-label={props.label} className="block md:table">
      <TableHeader className="hidden md:table-header-group">
        {table.getHeaderGroups().map((group) => (
          <TableRow key={group.id}>
            {selection && <SelectAllHead rows={data} selection={selection} />}
            {group.headers.map((header) => (
              <ColumnHead key={header.id} header={header}>
                {flexRender(header.column.columnDef.header, header.getContext())}
              </ColumnHead>
            ))}
          </TableRow>
        ))}
      </TableHeader>
      <TableBody className="block md:table-row-group">
        {drawn.map((row) => (
          <DataRow
            key={row.id}
            row={row}
            columns={columns}
            href={rowHref?.(row.original)}
            selection={selection}
          />
        ))}
      </TableBody>
      {missing > 0 && <MissingRows count={missing} />}
    </Table>
  );
}

/** Keeps the height of rows that are drawn a moment later, so that the page doesn't scroll. */
function MissingRows({ count }: { count: number }) {
  return (
    <tbody aria-hidden="true" className="block md:table-row-group">
      <tr className="block md:table-row">
        <td className="block md:table-cell" style={{ height: count * ROW_HEIGHT }} />
      </tr>
    </tbody>
  );
}

interface DataRowProps<T extends RowData> {
  /** The same as long as the data is. */
  row: Row<T>;
  /** What draws its cells. */
  columns: Columns<T>;
  href: string | undefined;
  selection: RowSelection<T> | undefined;
}

/** Skips rows whose props are unchanged: the table renders with every change of its page. */
const DataRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<T extends RowData>({ row, href, selection }: DataRowProps<T>) {
  const selected = selection?.isSelected(row.original) ?? false;
  return (
    <TableRow
      className={cn(
        rowClasses,
        href !== undefined && "cursor-pointer hover:bg-muted/60",
        selected && "bg-accent/60 hover:bg-accent",
      )}
      {...(href !== undefined && { onClick: openRow })}
    >
      {selection && <SelectCell row={row.original} selection={selection} />}
      {row.getVisibleCells().map((cell, index) => {
        const content = flexRender(cell.column.columnDef.cell, cell.getContext());
        return (
          <TableCell key={cell.id} className={cellClasses(cell.column.columnDef.meta)}>
            {index === 0 && href !== undefined ? (
              <RowLink href={href} data-row-link className="rounded-sm">
                {content}
              </RowLink>
            ) : (
              content
            )}
          </TableCell>
        );
      })}
    </TableRow>
  );
}
