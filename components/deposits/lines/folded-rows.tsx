import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { usePrinting } from "@/components/ui/use-printing";

const SHOWN_AT_FIRST = 50;

/** Rows that need no review, collapsed into one; always expanded in print. */
export function FoldedRows<Row>({
  title,
  amount,
  currency,
  rows,
  startsOpen,
  keyOf,
  children,
}: {
  /** "12 charges matched with certainty" */
  title: string;
  amount: string | null;
  currency: string;
  rows: readonly Row[];
  startsOpen: boolean;
  keyOf: (row: Row) => string | number;
  children: (row: Row) => ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  const [all, setAll] = useState(false);
  const isPrinting = usePrinting();
  const shown = all || isPrinting ? rows : rows.slice(0, SHOWN_AT_FIRST);
  const hidden = rows.length - shown.length;
  const heading = (
    <>
      <span className="font-medium">{title}</span>
      {amount !== null && (
        <>
          {", "}
          <Amount value={amount} currency={currency} />
        </>
      )}
    </>
  );
  return (
    <>
      {isPrinting ? (
        <p className="text-sm">{heading}</p>
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          {...(isOpen && { "aria-controls": id })}
          onClick={() => setOpen(!isOpen)}
          className="flex w-full items-center justify-between gap-4 rounded-sm text-left text-sm outline-offset-4"
        >
          <span className="min-w-0">{heading}</span>
          <span className="flex shrink-0 items-center gap-1 text-caption font-medium text-primary">
            {isOpen ? "Hide" : "Show"}
            <ChevronDown aria-hidden="true" className={isOpen ? "size-4 rotate-180" : "size-4"} />
          </span>
        </button>
      )}
      {(isOpen || isPrinting) && (
        <ul id={id} className="mt-2 divide-y border-t">
          {shown.map((row) => (
            <li key={keyOf(row)} className="py-2 last:pb-0 print:break-inside-avoid">
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      {isOpen && hidden > 0 && (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => setAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  );
}
