import type { ColumnDef, ColumnMeta, RowData } from "@tanstack/react-table";
import { cn } from "@/lib/cn";

/** Where a column goes in the two-line rows of narrow screens; without a place it is left out. */
export type NarrowPlace = "title" | "value" | "subtitle" | "note";

declare module "@tanstack/react-table" {
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Numbers stand at the right, in tabular figures. */
    align?: "right";
    narrow?: NarrowPlace;
    /** Width of its skeleton: "w-24". */
    skeleton?: string;
    /** The words that may be long: cut off with an ellipsis instead of widening the table. */
    truncate?: boolean;
  }
}

/** What a column and its skeleton have in common. */
export interface ColumnShape {
  id: string;
  header: string;
  meta?: ColumnMeta<RowData, unknown>;
}

/** The columns of a table. */
// biome-ignore lint/suspicious/noExplicitAny: a list mixes value types, and TanStack's type is invariant
export type Columns<Row extends RowData> = ColumnDef<Row, any>[];

/** The first of the three narrow columns is the tick box's; without one it takes no room. */
const PLACES: Record<NarrowPlace, string> = {
  title: "col-start-2 row-start-1 font-medium md:font-normal",
  value: "col-start-3 row-start-1 text-right max-md:pl-4",
  subtitle:
    "col-start-2 row-start-2 text-caption text-muted-foreground md:text-sm md:text-foreground",
  note: "col-start-3 row-start-2 justify-self-end max-md:pl-4",
};

/** A table row from 768 px on, two lines below. */
export const rowClasses =
  "grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-y-0.5 px-4 py-2.5 md:table-row md:p-0";

export function cellClasses<Row, Value>(meta: ColumnMeta<Row, Value> | undefined): string {
  return cn(
    "h-auto p-0 first:pl-0 last:pr-0 md:h-11 md:px-3 md:py-1 md:first:pl-6 md:last:pr-6",
    meta?.narrow ? PLACES[meta.narrow] : "hidden",
    "md:table-cell",
    meta?.align === "right" && "tabular-nums md:text-right",
    meta?.truncate && "truncate md:w-full md:max-w-0",
  );
}
