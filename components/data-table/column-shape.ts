import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

/**
 * Where a column goes in the two-line rows of narrow screens; without a place it is left out. A table with an "aside"
 * has it in the first line, on a phone below it, and a "line" of its whole width last.
 */
export type NarrowPlace = "title" | "value" | "subtitle" | "note" | "aside" | "line";

/** What a column and its skeleton have in common. */
export interface ColumnShape {
  id: string;
  header: string;
  meta?: ColumnMeta;
}

interface ColumnMeta {
  /** Numbers stand at the right, in tabular figures. */
  align?: "right";
  narrow?: NarrowPlace;
  /** The words that may be long: cut off with an ellipsis instead of widening the table. */
  truncate?: boolean;
}

/** A column of a table, and what draws its cells. */
export interface Column<Row> extends ColumnShape {
  /** Its head is a button that sorts by it. */
  sorts?: boolean;
  cell: (row: Row) => ReactNode;
}

/** The first of the four narrow columns is the tick box's; without one it takes no room. */
const PLACES: Record<NarrowPlace, string> = {
  title: "col-start-2 row-start-1 font-medium lg:font-normal",
  value: "col-start-4 row-start-1 text-right max-lg:pl-4",
  subtitle:
    "col-start-2 row-start-2 text-caption text-muted-foreground lg:text-sm lg:text-foreground",
  note: "col-span-2 col-start-3 row-start-2 justify-self-end max-lg:pl-4",
  aside: "col-start-2 row-start-2 sm:max-lg:col-start-3 sm:max-lg:row-start-1 sm:max-lg:pl-4",
  line: "col-span-3 col-start-2 row-start-3 sm:row-start-2",
};

/** A table row from 1024 px on, two lines below. */
export const rowClasses =
  "grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-y-0.5 px-4 py-2.5 sm:max-lg:px-6 lg:table-row lg:p-0";

export function cellClasses(meta: ColumnMeta | undefined): string {
  return cn(
    "h-auto p-0 first:pl-0 last:pr-0 lg:h-11 lg:px-3 lg:py-1 lg:first:pl-6 lg:last:pr-6",
    meta?.narrow ? PLACES[meta.narrow] : "hidden",
    "lg:table-cell",
    meta?.align === "right" && "tabular-nums lg:text-right",
    meta?.truncate && "truncate lg:w-full lg:max-w-0",
  );
}
