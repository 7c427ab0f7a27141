import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type DepositFilter, isFiltered, NO_CRITERIA } from "@/components/deposits/filter";
import { useSeveralAccounts } from "@/components/deposits/use-several-accounts";
import { integrationsQuery } from "@/components/integrations/queries";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { useDayOf } from "@/components/ui/format-preferences";
import { cn } from "@/lib/cn";
import type { CalendarDate } from "@/lib/dates";
import { MONTHS } from "@/lib/format-date";
import { sourceProviders } from "@/lib/providers/list";

const MONTHS_SHOWN = 24;
const ANY_MONTH = { value: "any", label: "Any month" };

interface FilterChipsProps {
  filter: DepositFilter;
  onChange: (part: Partial<Omit<DepositFilter, "page">>) => void;
  /** Currencies on the page other than the company's own. */
  currencies: readonly string[];
}

/** What is often looked for, each by one press; pressed again, it ends. */
export function FilterChips({ filter, onChange, currencies }: FilterChipsProps) {
  const dayOf = useDayOf();
  const [months] = useState(() => latestMonths(MONTHS_SHOWN, dayOf(new Date())));
  const [current, last] = months;
  const shown = months.find(({ from, to }) => from === filter.from && to === filter.to);
  const showMonth = (value: string) => {
    const { from, to } = months.find((month) => month.value === value) ?? NO_CRITERIA;
    onChange({ from, to });
  };
  const monthChip = (label: string, value = "") => (
    <Chip
      pressed={shown?.value === value}
      onPress={(on) => showMonth(on ? value : ANY_MONTH.value)}
    >
      {label}
    </Chip>
  );
  return (
    <fieldset
      aria-label="Filters"
      className="min-w-0 flex flex-wrap items-center gap-2 print:hidden"
    >
      {monthChip("This month", current?.value)}
      {monthChip("Last month", last?.value)}
      <Choice
        aria-label="Month"
        value={shown?.value ?? ANY_MONTH.value}
        options={[ANY_MONTH, ...months]}
        onChange={showMonth}
        className="h-8 w-auto gap-2 text-caption md:text-caption"
      />
      <Processors filter={filter} onChange={onChange} />
      <Accounts filter={filter} onChange={onChange} />
      <Chip pressed={filter.posted === "no"} onPress={(on) => onChange({ posted: on ? "no" : "" })}>
        Not posted
      </Chip>
      <Chip
        pressed={filter.posted === "failed"}
        onPress={(on) => onChange({ posted: on ? "failed" : "" })}
      >
        Posting failed
      </Chip>
      <Chip
        pressed={filter.has === "refund"}
        onPress={(on) => onChange({ has: on ? "refund" : "" })}
      >
        Has refund
      </Chip>
      <Chip
        pressed={filter.has === "dispute"}
        onPress={(on) => onChange({ has: on ? "dispute" : "" })}
      >
        Has dispute
      </Chip>
      {currencies.map((code) => (
        <Chip
          key={code}
          pressed={filter.currency === code}
          onPress={(on) => onChange({ currency: on ? code : "" })}
        >
          {code}
        </Chip>
      ))}
      {isFiltered(filter) && (
        <Button variant="ghost" size="sm" onClick={() => onChange(NO_CRITERIA)}>
          <X aria-hidden="true" />
          Clear
        </Button>
      )}
    </fieldset>
  );
}

/** There is nothing to choose while one processor is connected. */
function Processors({ filter, onChange }: Pick<FilterChipsProps, "filter" | "onChange">) {
  const { data } = useQuery(integrationsQuery);
  const connected = new Set(data?.integrations.map(({ integration_type }) => integration_type));
  const offered = sourceProviders().filter(({ wire }) => connected.has(wire));
  if (offered.length < 2 && filter.source === "") return null;
  return sourceProviders()
    .filter((each) => offered.includes(each) || each.wire === filter.source)
    .map(({ wire, name }) => (
      <Chip
        key={wire}
        pressed={filter.source === wire}
        onPress={(on) => onChange({ source: on ? wire : "" })}
      >
        {name}
      </Chip>
    ));
}

/** Each account of a processor that several are connected of. */
function Accounts({ filter, onChange }: Pick<FilterChipsProps, "filter" | "onChange">) {
  const accounts = useSeveralAccounts();
  return accounts.map(({ id, display_name }) => (
    <Chip
      key={id}
      pressed={filter.connection_id === id}
      onPress={(on) => onChange({ connection_id: on ? id : "" })}
    >
      {display_name}
    </Chip>
  ));
}

function Chip({
  pressed,
  onPress,
  children,
}: {
  pressed: boolean;
  onPress: (pressed: boolean) => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => onPress(!pressed)}
      className={cn(
        "h-8 rounded-md border px-3 text-caption whitespace-nowrap transition-colors hover:bg-accent hover:text-accent-foreground",
        pressed
          ? "border-primary bg-accent font-medium text-accent-foreground"
          : "text-muted-foreground",
      )}
    >
      {children}
    </button>
  );
}

interface Month {
  /** "2026-11" */
  value: string;
  /** "November 2026" */
  label: string;
  from: CalendarDate;
  to: CalendarDate;
}

/** The month of `today` and the ones before it, `count` in all. */
export function latestMonths(count: number, today: CalendarDate): Month[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return Array.from({ length: count }, (_, back) => monthOf(year, month - 1 - back));
}

/** @param index months from January of `year` on; negative before it */
function monthOf(year: number, index: number): Month {
  const first = new Date(Date.UTC(year, index, 1));
  const last = new Date(Date.UTC(year, index + 1, 0));
  const from = first.toISOString().slice(0, 10);
  const label = `${MONTHS[first.getUTCMonth()]} ${first.getUTCFullYear()}`;
  return { value: from.slice(0, 7), label, from, to: last.toISOString().slice(0, 10) };
}
