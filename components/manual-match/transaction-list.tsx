import Link from "next/link";
import {
  type ComponentProps,
  type KeyboardEvent,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { ErrorState } from "@/components/feedback/error-state";
import type { Fit } from "@/components/manual-match/likely-payments";
import { ListTotal } from "@/components/manual-match/list-total";
import { SortButton } from "@/components/manual-match/sort-button";
import type SortMenu from "@/components/manual-match/sort-menu";
import { type Order, ordered } from "@/components/manual-match/transaction-order";
import { TransactionRow } from "@/components/manual-match/transaction-row";
import { mentions, type TransactionView } from "@/components/manual-match/transactions";
import { useListbox } from "@/components/manual-match/use-listbox";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { Input } from "@/components/ui/input";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Skeleton } from "@/components/ui/skeleton";
import { useOnDemand } from "@/components/ui/use-on-demand";
import type { ListSelection } from "./selection";

const NO_FITS: ReadonlyMap<string, Fit> = new Map();

interface TransactionListProps {
  title: string;
  items: TransactionView[];
  selection: Pick<ListSelection, "ids" | "selected" | "matched" | "clear">;
  onToggle: (id: string) => void;
  query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  emptyText: string;
  /** The rows on top, with the reason. */
  fits?: ReadonlyMap<string, Fit>;
  /** What `fits` was worked out for: another one, and the list is shown from its top again. */
  fitsFor?: string;
  /** How many of `fits` are likely and not chosen yet. */
  likely?: number;
  /** Counts the matches that were made: each one clears the search. */
  round?: number;
}

/** One side of the manual matching panel: any number of rows, searched, sorted, selected by keyboard. */
export function TransactionList({
  title,
  items,
  selection,
  onToggle,
  query,
  emptyText,
  fits = NO_FITS,
  fitsFor = "",
  likely = fits.size,
  round = 0,
}: TransactionListProps) {
  const heading = useId();
  const search = useRef<HTMLInputElement>(null);
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState<Order>("newest");
  const needle = useDeferredValue(filter);
  const [searchedIn, setSearchedIn] = useState(round);
  if (searchedIn !== round) {
    setSearchedIn(round);
    setFilter("");
  }
  const { dateFormat } = useFormatPreferences();
  const shown = useMemo(
    () =>
      ordered(
        items.filter((item) => mentions(item, needle, dateFormat)),
        order,
        fits,
      ),
    [items, needle, dateFormat, order, fits],
  );
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const list = useListbox({
    ids,
    view: `${order} ${needle} ${fitsFor}`,
    // Likely rows are on top: the keyboard begins with them.
    startId: fits.size > 0 ? undefined : selection.selected[0]?.id,
    onToggle,
    onType: () => {
      search.current?.focus();
      search.current?.select();
    },
  });

  function onSearchKey(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "Enter" && event.key !== "Escape") return;
    if (event.key === "Escape") setFilter("");
    event.preventDefault();
    list.viewport.ref.current?.focus();
  }

  const isEmpty = !query.isPending && !query.isError && items.length === 0;
  const failed = query.isError && items.length === 0;
  return (
    <section
      aria-labelledby={heading}
      className="min-w-0 overflow-hidden rounded-lg border bg-card"
    >
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2">
        <h3 id={heading} className="mr-auto text-sm font-semibold whitespace-nowrap">
          {title}
        </h3>
        <div className="flex min-w-0 grow basis-60 gap-2 lg:max-w-72">
          <Input
            ref={search}
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onKeyDown={onSearchKey}
            placeholder="Name, date or amount"
            aria-label={`Search ${title}`}
            className="h-8 flex-1"
          />
          <SortChoice label={`Sort ${title}`} order={order} onChange={setOrder} />
        </div>
      </div>
      <ScrollArea
        className="group/list h-80"
        viewport={
          shown.length > 0
            ? {
                ...list.viewport,
                role: "listbox",
                // The active row shows where the keyboard is.
                className: "focus-visible:outline-none",
                "aria-multiselectable": true,
                "aria-labelledby": heading,
              }
            : { "aria-labelledby": heading, role: "group" }
        }
      >
        {query.isPending && <LoadingRows />}
        {failed && (
          <ErrorState
            title="Couldn't load these"
            error={query.error}
            onRetry={() => query.refetch()}
            headingLevel="h3"
          />
        )}
        {isEmpty && (
          <div className="grid justify-items-center gap-1 px-6 py-12 text-center text-sm">
            <p className="text-muted-foreground">{emptyText}</p>
            <Link href="/integrations" className="text-primary underline underline-offset-4">
              Sync now
            </Link>
          </div>
        )}
        {items.length > 0 && shown.length === 0 && (
          <p className="px-6 py-12 text-center text-sm text-muted-foreground">No results</p>
        )}
        {shown.length > 0 && (
          <div className="relative" style={{ height: list.rows.getTotalSize() }}>
            {list.rows.getVirtualItems().map(({ index, key, start }) => {
              const item = shown[index];
              return (
                item && (
                  <TransactionRow
                    key={key}
                    id={list.idOf(index)}
                    item={item}
                    reasons={fits.get(item.id)?.reasons ?? []}
                    selected={selection.ids.has(item.id)}
                    active={list.active === index}
                    matched={selection.matched.has(item.id)}
                    position={{ index, of: shown.length }}
                    style={{ transform: `translateY(${start}px)` }}
                  />
                )
              );
            })}
          </div>
        )}
      </ScrollArea>
      <ListTotal
        shown={shown.length}
        all={items.length}
        noun={title === "Stripe Transactions" ? "deposit" : "payment"}
        isLoading={query.isPending}
        likely={likely}
        selected={selection.selected}
        onClear={selection.clear}
      />
    </section>
  );
}

/** The shape of the rows that come. */
function LoadingRows() {
  return (
    <div aria-hidden="true" className="divide-y">
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <div key={row} className="flex h-14 items-center gap-3 pr-4 pl-3">
          <Skeleton className="size-4.5" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="h-3 w-28" />
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}

const loadMenu = () => import("@/components/manual-match/sort-menu");

/** The order of a list; a small button, because the list is narrow. */
function SortChoice(props: ComponentProps<typeof SortMenu>) {
  const { label, order } = props;
  const { Part: Menu, show, preload } = useOnDemand(loadMenu);
  return Menu ? (
    <Menu {...props} />
  ) : (
    <SortButton
      {...{ label, order }}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={show}
      {...preload}
    />
  );
}
