import type { ColumnDef, ColumnMeta, RowData } from "@tanstack/react-table";

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
