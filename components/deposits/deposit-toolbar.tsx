import { ListFilter, Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { countFilters, type DepositFilter } from "@/components/deposits/filter";
import { FilterChips } from "@/components/deposits/filter-chips";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { DateField } from "@/components/ui/date-field";
import { Input } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { cn } from "@/lib/cn";
import { isUnderWay } from "@/lib/constants/runs";
import type { MatchRun } from "@/lib/contracts/match-runs";
import { runText } from "./match-run";
import { useCancelMatchRun } from "./use-match-run";

/** What is looked for; each change shows in the address. */
export function DepositToolbar({
  filter,
  onChange,
  currencies,
}: {
  filter: DepositFilter;
  currencies: readonly string[];
  onChange: (part: Partial<Omit<DepositFilter, "page">>) => void;
}) {
  const [open, setOpen] = useState(false);
  const backwards = filter.from !== "" && filter.to !== "" && filter.from > filter.to;
  const count = countFilters(filter);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 md:flex md:flex-wrap md:items-start print:hidden">
      <div className="md:w-80">
        <DepositSearch value={filter.q} onChange={(q) => onChange({ q })} />
      </div>
      {/* On a phone the rows come first. */}
      <Button
        variant="outline"
        className="md:hidden"
        aria-expanded={open}
        aria-controls={FILTERS_ID}
        onClick={() => setOpen(!open)}
      >
        <ListFilter aria-hidden="true" />
        Filter{count > 0 && ` (${count})`}
      </Button>
      <div
        id={FILTERS_ID}
        className={cn("col-span-2 grid grid-cols-2 gap-3 md:contents", !open && "max-md:hidden")}
      >
        <div className="max-md:col-span-2">
          <StatusFilter value={filter.status} onChange={(status) => onChange({ status })} />
        </div>
        <DateField
          label="From"
          value={filter.from}
          range={filter}
          invalid={backwards}
          onChange={(from) => onChange({ from })}
        />
        <DateField
          label="To"
          value={filter.to}
          range={filter}
          invalid={backwards}
          onChange={(to) => onChange({ to })}
        />
        {backwards && (
          <p role="alert" className="text-caption text-destructive col-span-2 md:basis-full">
            The end date is before the start date.
          </p>
        )}
        <div className="max-md:col-span-2 md:basis-full">
          <FilterChips {...{ filter, onChange, currencies }} />
        </div>
      </div>
    </div>
  );
}

const FILTERS_ID = "deposit-filters";

const OPTIONS = [
  { value: "all", label: "All Status" },
  { value: "pending", label: "Pending" },
  { value: "matched", label: "Matched" },
  { value: "suggested", label: "Suggested" },
  { value: "posted", label: "Posted" },
] as const;

function StatusFilter({
  value,
  onChange,
}: {
  value: DepositFilter["status"];
  onChange: (value: DepositFilter["status"]) => void;
}) {
  return (
    <Choice
      aria-label="Status"
      value={value}
      options={OPTIONS}
      onChange={onChange}
      className="w-full md:w-44"
    />
  );
}

const SETTLE_MS = 250;

/** Asks only when typing pauses, and follows when the address changes by another way (Back, a link). */
function DepositSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setTyped(value);
  }
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      onChange(wanted);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted, sent, onChange]);
  return (
    <div className="relative w-full md:max-w-xs">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="Search deposits..."
        aria-label="Search deposits"
        maxLength={200}
        className="pl-9"
      />
    </div>
  );
}

/** Stands over the end of the list, so that no row moves under the pointer when it comes. */
function Bar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-0 z-20 -my-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-popover px-4 py-3 text-sm sm:px-6"
    >
      {children}
    </section>
  );
}

/** How far a bulk Auto Match is, and a way to stop it. */
export function RunBar({ run }: { run: MatchRun }) {
  const cancel = useCancelMatchRun();
  const percent = run.state === "queued" ? null : Math.round((run.done / run.total) * 100);
  return (
    <Bar label="Auto Match">
      <div className="grid min-w-40 flex-1 gap-2">
        <p role="status" className="text-caption text-muted-foreground tabular-nums">
          {runText(run)}
        </p>
        <Progress value={percent} aria-label="Auto Match" />
      </div>
      <Button
        variant="outline"
        size="sm"
        disabled={cancel.isPending || !isUnderWay(run)}
        onClick={() => cancel.mutate(run.id)}
      >
        Cancel
      </Button>
    </Bar>
  );
}

/** What is ticked, and what can be done with it. */
export function SelectionBar({
  count,
  all,
  total,
  starting,
  onAll,
  onClear,
  onMatch,
  children,
}: {
  /** How many are ticked one by one. */
  count: number;
  /** All that the filter lets through are meant. */
  all: boolean;
  total: number;
  starting: boolean;
  onAll: () => void;
  onClear: () => void;
  onMatch: () => void;
  /** What else can be done with those that are ticked one by one. */
  children?: ReactNode;
}) {
  return (
    <Bar label="Selected deposits">
      <p role="status" className="mr-auto tabular-nums">
        {all ? (
          <>
            All {total} selected
            <span className="block text-caption text-muted-foreground">
              Matched and posted deposits won't change.
            </span>
          </>
        ) : (
          `${count} selected`
        )}
      </p>
      {!all && total > count && (
        <Button variant="link" size="sm" className="px-0" onClick={onAll}>
          Select all {total}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear
      </Button>
      {!all && children}
      <Button size="sm" className="max-sm:w-full" loading={starting} onClick={onMatch}>
        Auto Match
      </Button>
    </Bar>
  );
}
