import type { Header } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { TableHead } from "@/components/ui/table";
import { cn } from "@/lib/cn";

const ARIA = { asc: "ascending", desc: "descending" } as const;

/** A column's head; a button where the column can be sorted. */
export function ColumnHead<Row, Value>({
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
