import { DepositSearch } from "@/components/deposits/deposit-search";
import type { DepositFilter } from "@/components/deposits/filter";
import { FilterChips } from "@/components/deposits/filter-chips";
import { StatusFilter } from "@/components/deposits/status-filter";
import { DateField } from "@/components/ui/date-field";

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
  const backwards = filter.from !== "" && filter.to !== "" && filter.from > filter.to;
  return (
    <div className="grid grid-cols-2 gap-3 md:flex md:flex-wrap md:items-start print:hidden">
      <div className="max-md:col-span-2 md:w-80">
        <DepositSearch value={filter.q} onChange={(q) => onChange({ q })} />
      </div>
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
  );
}
