"use client";

import {
  flexRender,
  getCoreRowModel,
  type Header,
  type OnChangeFn,
  type Row,
  type RowData,
  type SortingState,
  useReactTable,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import {
  memo,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from "react";
import { type RowSelection, SelectAllHead, SelectCell } from "@/components/data-table/selection";
import { RowLink } from "@/components/ui/row-link";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import { cn } from "@/lib/cn";
import type { Columns } from "./column-shape";
import { cellClasses, rowClasses } from "./column-shape";

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

/** The one table: rows from 1024 px on, two-line entries below. While it loads: TableSkeleton. */
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
    <Table aria-label={props.label} className="block lg:table">
      <TableHeader className="hidden lg:table-header-group">
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
      <TableBody className="block lg:table-row-group">
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
    <tbody aria-hidden="true" className="block lg:table-row-group">
      <tr className="block lg:table-row">
        <td className="block lg:table-cell" style={{ height: count * ROW_HEIGHT }} />
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

/**
 * Follows the row's own link when the row is clicked elsewhere: a click on a control inside does what
 * that control does, and selecting text opens nothing.
 */
function openRow(event: ReactMouseEvent<HTMLTableRowElement>): void {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("a, button, input, label, [data-row-select]"))
    return;
  if (window.getSelection()?.isCollapsed === false) return;
  const { metaKey, ctrlKey, shiftKey } = event;
  event.currentTarget
    .querySelector("a[data-row-link]")
    ?.dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true, metaKey, ctrlKey, shiftKey }),
    );
}

/** More than a screen shows. */
const FIRST_ROWS = 25;

/**
 * The rows to draw now: of another page, those in view at once and the others right after they are painted, because a
 * hundred new rows keep a slow browser busy for 150 ms. Rows that were there before are never taken away meanwhile.
 * @param rows the same array as long as the data is the same
 */
function useStagedRows<T extends { id: string }>(rows: T[]): { drawn: T[]; missing: number } {
  const [complete, setComplete] = useState<T[]>([]);
  useEffect(() => startTransition(() => setComplete(rows)), [rows]);
  const last = rows.at(-1)?.id;
  const isDrawn = rows.length <= 2 * FIRST_ROWS || complete.some(({ id }) => id === last);
  const drawn = isDrawn ? rows : rows.slice(0, FIRST_ROWS);
  return { drawn, missing: rows.length - drawn.length };
}

const ARIA = { asc: "ascending", desc: "descending" } as const;

/** A column's head; a button where the column can be sorted. */
function ColumnHead<Row, Value>({
  header,
  children,
}: {
  header: Header<Row, Value>;
  children: ReactNode;
}) {
  const { column } = header;
  const alignsRight = column.columnDef.meta?.align === "right";
  const classes = cn(alignsRight && "text-right");
  if (!column.getCanSort()) return <TableHead className={classes}>{children}</TableHead>;
  const sorted = column.getIsSorted();
  const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
  return (
    <TableHead className={classes} aria-sort={sorted ? ARIA[sorted] : "none"}>
      <button
        type="button"
        onClick={column.getToggleSortingHandler()}
        className={cn(
          "group inline-flex items-center gap-1 rounded-sm align-middle hover:text-foreground",
          alignsRight && "flex-row-reverse",
          sorted && "text-foreground",
        )}
      >
        {children}
        <Arrow
          aria-hidden="true"
          className={cn("size-3.5", !sorted && "opacity-0 group-hover:opacity-60")}
        />
      </button>
    </TableHead>
  );
}
