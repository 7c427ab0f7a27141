import { useDeferredValue, useId, useState } from "react";
import { mentions, type TransactionView } from "@/components/matching/transactions";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DateText } from "@/components/ui/date-text";
import { Input } from "@/components/ui/input";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusDot } from "@/components/ui/status-dot";
import { toWireDecimal } from "@/lib/money";

/** More rows than anyone scrolls through; the filter finds the rest. */
const MOST_ROWS = 200;
/** A short list needs no filter. */
const FILTER_FROM = 8;

interface TransactionListProps {
  title: string;
  items: TransactionView[];
  selected: TransactionView[];
  onToggle: (id: string) => void;
  query: { isPending: boolean; isError: boolean; refetch: () => unknown };
  emptyText: string;
}

/** One side of the manual matching panel. */
export function TransactionList({
  title,
  items,
  selected,
  onToggle,
  query,
  emptyText,
}: TransactionListProps) {
  const heading = useId();
  const [filter, setFilter] = useState("");
  const needle = useDeferredValue(filter);
  const picked = new Set(selected.map((item) => item.id));
  const found = items.filter(
    (item) =>
      picked.has(item.id) || mentions(item, needle, toWireDecimal(item.amount, item.currency)),
  );
  const rows = found.slice(0, MOST_ROWS);
  return (
    <section
      aria-labelledby={heading}
      className="min-w-0 overflow-hidden rounded-lg border bg-card"
    >
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b px-3 py-2">
        <h3 id={heading} className="text-sm font-semibold">
          {title}
        </h3>
        {items.length >= FILTER_FROM && (
          <Input
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            placeholder="Name, date or amount"
            aria-label={`Filter ${title}`}
            className="h-8 sm:max-w-48"
          />
        )}
      </div>
      <ScrollArea className="h-80">
        {query.isPending && <LoadingRows />}
        {query.isError && items.length === 0 && (
          <div className="grid justify-items-center gap-3 p-6 text-sm">
            <p>These could not be loaded.</p>
            <Button variant="outline" size="sm" onClick={() => query.refetch()}>
              Retry
            </Button>
          </div>
        )}
        {!query.isPending && !query.isError && rows.length === 0 && (
          <p className="p-6 text-center text-sm text-muted-foreground">
            {items.length === 0 ? emptyText : "Nothing here fits your filter."}
          </p>
        )}
        <ul className="divide-y">
          {rows.map((item) => (
            <li key={item.id}>
              <TransactionRow
                item={item}
                checked={picked.has(item.id)}
                onToggle={() => onToggle(item.id)}
              />
            </li>
          ))}
        </ul>
        {found.length > rows.length && (
          <p className="p-3 text-center text-caption text-muted-foreground">
            Showing {rows.length} of {found.length}. Filter to see the others.
          </p>
        )}
      </ScrollArea>
    </section>
  );
}

function TransactionRow({
  item,
  checked,
  onToggle,
}: {
  item: TransactionView;
  checked: boolean;
  onToggle: () => void;
}) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex cursor-pointer items-center gap-3 py-2.5 pr-5 pl-3 text-sm hover:bg-muted/50 has-data-[state=checked]:bg-accent"
    >
      <Checkbox id={id} checked={checked} onCheckedChange={onToggle} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-medium">
          <StatusDot status={item.status} />
          <span className="truncate">
            {item.source === "quickbooks"
              ? item.customerName || item.description
              : item.description}
          </span>
        </span>
        <span className="block text-caption text-muted-foreground">
          <DateText date={item.date} />
          {item.source === "quickbooks" && ` · ${item.description}`}
        </span>
      </span>
      <Amount value={toWireDecimal(item.amount, item.currency)} currency={item.currency} />
    </label>
  );
}

function LoadingRows() {
  return (
    <div aria-hidden="true" className="divide-y">
      {["a", "b", "c", "d", "e"].map((row) => (
        <div key={row} className="flex items-center gap-3 px-3 py-3.5">
          <Skeleton className="size-4" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
