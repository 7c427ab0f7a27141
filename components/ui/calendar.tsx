"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ChevronProps, DayPicker, type DropdownProps } from "react-day-picker";
import { buttonVariants } from "@/components/ui/button";
import { fromLocalDay, toLocalDay, yearsAround } from "@/components/ui/calendar-days";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { SelectChevron } from "@/components/ui/select-trigger-classes";
import { cn } from "@/lib/cn";

const turnClasses = cn(
  buttonVariants({ variant: "ghost", size: "icon" }),
  "text-muted-foreground max-md:size-10",
);

const CLASSES = {
  month: "grid grid-cols-[auto_1fr_auto] items-center gap-y-1",
  month_caption: "min-w-0",
  dropdowns: "relative flex justify-center gap-1",
  button_previous: turnClasses,
  button_next: turnClasses,
  month_grid:
    "col-span-3 w-full table-fixed border-separate border-spacing-x-0 border-spacing-y-0.5",
  weekday: "h-8 text-xs font-normal text-muted-foreground",
  day: "group/day p-0",
  day_button:
    "grid h-10 w-full place-items-center rounded-md tabular-nums transition-colors hover:bg-secondary md:h-9 group-data-outside/day:text-muted-foreground group-data-today/day:font-semibold group-data-today/day:inset-ring group-data-today/day:inset-ring-input group-data-selected/day:bg-primary group-data-selected/day:font-semibold group-data-selected/day:text-primary-foreground group-data-selected/day:hover:bg-primary-hover",
};

const RANGE_CLASSES = {
  between: "bg-accent first:rounded-l-md last:rounded-r-md",
  begin: "rounded-l-md",
  end: "rounded-r-md",
};

const LABELS = {
  labelPrevious: () => "Previous month",
  labelNext: () => "Next month",
  labelMonthDropdown: () => "Month",
  labelYearDropdown: () => "Year",
};

const COMPONENTS = { Chevron, Dropdown };

/** The days of a month. Which weekday comes first follows from the date format, as its order does. */
export function Calendar({
  value,
  range: { from, to } = { from: "", to: "" },
  onPick,
}: {
  /** `YYYY-MM-DD` or "". */
  value: string;
  range: { from: string; to: string } | undefined;
  onPick: (value: string) => void;
}) {
  const { dateFormat } = useFormatPreferences();
  const beginsAt = value || from || to;
  const { first, last } = yearsAround(beginsAt, new Date());
  return (
    <DayPicker
      mode="single"
      required
      selected={value === "" ? undefined : toLocalDay(value)}
      onSelect={(day) => onPick(fromLocalDay(day))}
      {...(beginsAt !== "" && { defaultMonth: toLocalDay(beginsAt) })}
      startMonth={new Date(first, 0)}
      endMonth={new Date(last, 11)}
      weekStartsOn={dateFormat === "MM-DD-YYYY" ? 0 : 1}
      captionLayout="dropdown"
      navLayout="around"
      fixedWeeks
      showOutsideDays
      {...(from !== "" && from <= to && { modifiers: rangeOf(from, to) })}
      modifiersClassNames={RANGE_CLASSES}
      classNames={CLASSES}
      labels={LABELS}
      components={COMPONENTS}
    />
  );
}

function rangeOf(from: string, to: string) {
  const [begin, end] = [toLocalDay(from), toLocalDay(to)];
  return { between: { from: begin, to: end }, begin, end };
}

function Chevron({ orientation }: ChevronProps) {
  const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
  return <Icon aria-hidden="true" />;
}

/** The system's own list: a hundred years are chosen fastest with it, on a phone above all. */
function Dropdown({ options = [], className: _, ...props }: DropdownProps) {
  return (
    <span className="relative flex items-center">
      <select
        className="field-sizing-content h-9 appearance-none rounded-md bg-transparent pr-7 pl-2 text-base font-medium hover:bg-accent hover:text-accent-foreground max-md:h-10 md:text-sm"
        {...props}
      >
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute right-2">
        <SelectChevron />
      </span>
    </span>
  );
}
