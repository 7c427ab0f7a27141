"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import {
  Fragment,
  memo,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type Ref,
  useMemo,
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
import type { Column } from "./column-shape";
import { cellClasses, rowClasses } from "./column-shape";
import { useRowsInView, useSteadyColumns } from "./use-rows-in-view";

interface Sorting {
  /** Of a column. */
  id: string;
  desc: boolean;
}

interface DataTableProps<T> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  data: T[];
  /** The same function each time. */
  getRowId: (row: T) => string;
  /** The rows' page: the first column becomes its link, and a click anywhere on the row follows it. */
  rowHref?: (row: T) => string;
  /** Shown in place of rows when there are none. */
  empty: ReactNode;
  /** Sorted where the data comes from. */
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  selection?: RowSelection<T> | undefined;
  /** A page of it may be long: only the rows in view are drawn. Needs a column that is cut off to fit. */
  isLong?: boolean;
}

interface IdentifiedRow<T> {
  id: string;
  /** The same as long as the data is. */
  data: T;
}

const NO_ROWS: never[] = [];

/** The one table: rows from 1024 px on, two-line entries below. While it loads: TableSkeleton. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { columns, data, getRowId, rowHref, sorting, onSort, selection } = props;
  const rows = useMemo<IdentifiedRow<T>[]>(
    () => data.map((row) => ({ id: getRowId(row), data: row })),
    [data, getRowId],
  );
  const head = useRef<HTMLTableSectionElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
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
        <TableRow aria-rowindex={inView ? 1 : undefined}>
          {selection && <SelectAllHead rows={data} selection={selection} />}
          {columns.map((column) => (
            <ColumnHead
              key={column.id}
              column={column}
              sorted={sorting?.id === column.id ? sorting : undefined}
              onSort={column.sorts ? onSort : undefined}
            />
          ))}
        </TableRow>
      </TableHeader>
      <TableBody ref={body} className="block lg:table-row-group">
        {drawn.map(({ row, index, gap }) => (
          <Fragment key={row.id}>
            {gap > 0 && <RowsNotDrawn height={gap} />}
            <DataRow
              ref={inView?.measure}
              row={row.data}
              index={inView ? index : undefined}
              columns={columns}
              href={rowHref?.(row.data)}
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

interface DataRowProps<T> {
  ref: Ref<HTMLTableRowElement> | undefined;
  row: T;
  /** Among all rows, where not all are drawn. */
  index: number | undefined;
  columns: readonly Column<T>[];
  href: string | undefined;
  selection: RowSelection<T> | undefined;
}

/** Skips rows whose props are unchanged: the table renders with every change of its page. */
const DataRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<T>({ ref, row, index, columns, href, selection }: DataRowProps<T>) {
  const selected = selection?.isSelected(row) ?? false;
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
      {selection && <SelectCell row={row} selection={selection} />}
      {columns.map(({ id, meta, cell }, index) => {
        const content = cell(row);
        return (
          <TableCell key={id} className={cellClasses(meta)}>
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

/** A column's head; a button where the column can be sorted. */
function ColumnHead<T>({
  column: { id, header, meta },
  sorted,
  onSort,
}: {
  column: Column<T>;
  /** Undefined where the table isn't sorted by it. */
  sorted: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
}) {
  const alignsRight = meta?.align === "right";
  const own = {
    className: cn(alignsRight && "text-right"),
    "data-truncates": meta?.truncate,
  };
  if (!onSort) return <TableHead {...own}>{header}</TableHead>;
  const Arrow = sorted?.desc === false ? ArrowUp : ArrowDown;
  return (
    <TableHead
      {...own}
      aria-sort={sorted === undefined ? "none" : sorted.desc ? "descending" : "ascending"}
    >
      <button
        type="button"
        onClick={() => onSort({ id, desc: sorted?.desc === false })}
        className={cn(
          "group inline-flex items-center gap-1 rounded-sm align-middle hover:text-foreground",
          alignsRight && "flex-row-reverse",
          sorted && "text-foreground",
        )}
      >
        {header}
        <Arrow
          aria-hidden="true"
          className={cn("size-3.5", !sorted && "opacity-0 group-hover:opacity-60")}
        />
      </button>
    </TableHead>
  );
}
