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
  Fragment,
  memo,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type Ref,
  useRef,
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
import { useRowsInView, useSteadyColumns } from "./use-rows-in-view";

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
  /** A page of it may be long: only the rows in view are drawn. Needs a column that is cut off to fit. */
  isLong?: boolean;
}

const NO_SORTING: SortingState = [];
const NO_ROWS: never[] = [];

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
  const head = useRef<HTMLTableSectionElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows } = table.getRowModel();
  const inView = useRowsInView(props.isLong ? rows : NO_ROWS, body);
  useSteadyColumns(head, inView !== null);
  if (data.length === 0) return props.empty;
  const drawn = inView?.drawn ?? rows.map((row, index) => ({ row, index, gap: 0 }));
  return (
    <Table
      aria-label={props.label}
      aria-rowcount={inView ? rows.length + 1 : undefined}
      className="block lg:table"
    >
      <TableHeader ref={head} className="hidden lg:table-header-group">
        {table.getHeaderGroups().map((group) => (
          <TableRow key={group.id} aria-rowindex={inView ? 1 : undefined}>
            {selection && <SelectAllHead rows={data} selection={selection} />}
            {group.headers.map((header) => (
              <ColumnHead key={header.id} header={header}>
                {flexRender(header.column.columnDef.header, header.getContext())}
              </ColumnHead>
            ))}
          </TableRow>
        ))}
      </TableHeader>
      <TableBody ref={body} className="block lg:table-row-group">
        {drawn.map(({ row, index, gap }) => (
          <Fragment key={row.id}>
            {gap > 0 && <RowsNotDrawn height={gap} />}
            <DataRow
              ref={inView?.measure}
              row={row}
              index={inView ? index : undefined}
              columns={columns}
              href={rowHref?.(row.original)}
              selection={selection}
            />
          </Fragment>
        ))}
        {inView && inView.below > 0 && <RowsNotDrawn height={inView.below} />}
      </TableBody>
    </Table>
  );
}

/** Keeps their room. */
function RowsNotDrawn({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row can't be focused
    <tr aria-hidden="true" className="block border-0 lg:table-row">
      <td className="block p-0 lg:table-cell" style={{ height }} />
    </tr>
  );
}

interface DataRowProps<T extends RowData> {
  ref: Ref<HTMLTableRowElement> | undefined;
  /** The same as long as the data is. */
  row: Row<T>;
  /** Among all rows, where not all are drawn. */
  index: number | undefined;
  /** What draws its cells. */
  columns: Columns<T>;
  href: string | undefined;
  selection: RowSelection<T> | undefined;
}

/** Skips rows whose props are unchanged: the table renders with every change of its page. */
const DataRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<T extends RowData>({ ref, row, index, href, selection }: DataRowProps<T>) {
  const selected = selection?.isSelected(row.original) ?? false;
  return (
    <TableRow
      ref={ref}
      data-index={index}
      // The head is the first one.
      aria-rowindex={index === undefined ? undefined : index + 2}
      className={cn(
        rowClasses,
        href !== undefined && "cursor-pointer",
        href !== undefined && !selected && "hover:bg-muted/60",
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
  const own = {
    className: cn(alignsRight && "text-right"),
    "data-truncates": column.columnDef.meta?.truncate,
  };
  if (!column.getCanSort()) return <TableHead {...own}>{children}</TableHead>;
  const sorted = column.getIsSorted();
  const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
  return (
    <TableHead {...own} aria-sort={sorted ? ARIA[sorted] : "none"}>
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
