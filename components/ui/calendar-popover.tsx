"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef, useState } from "react";
import { type ChevronProps, DayPicker, type DropdownProps } from "react-day-picker";
import { Button, buttonVariants } from "@/components/ui/button";
import { CalendarButton } from "@/components/ui/calendar-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { cn } from "@/lib/cn";
import type { CalendarDate } from "@/lib/dates";
import { useFormatPreferences } from "./format-preferences";
import { SelectChevron } from "./native-select";

/** `YYYY-MM-DD` or "" for an end that is open. */
export interface CalendarRange {
  from: string;
  to: string;
}

/** From where the keyboard goes through the days: the chosen one, today, or the first of the month. */
const ENTRY = "[role=grid] button[tabindex='0']";

/** Open from the start: it is loaded on demand. */
export default function CalendarPopover({
  label,
  value,
  range,
  onPick,
}: {
  label: string;
  value: string;
  range: CalendarRange | undefined;
  onPick: (value: string) => void;
}) {
  const [open, setOpen] = useState(true);
  const content = useRef<HTMLDivElement>(null);
  function pick(date: string) {
    setOpen(false);
    onPick(date);
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <CalendarButton label={label} />
      </PopoverTrigger>
      <PopoverContent
        ref={content}
        aria-label={`Choose a date: ${label}`}
        className="w-80 overflow-y-auto p-3 max-md:py-2 md:w-72"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          // It is not yet where it will be: nothing may scroll there.
          content.current?.querySelector<HTMLElement>(ENTRY)?.focus({ preventScroll: true });
        }}
      >
        <Calendar value={value} range={range} onPick={pick} />
        {value !== "" && (
          <Button
            variant="ghost"
            size="sm"
            className="self-end max-md:h-10 md:mt-1"
            onClick={() => pick("")}
          >
            Clear
          </Button>
        )}
      </PopoverContent>
    </Popover>
  );
}

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
function Calendar({
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

/** The calendar's own kind of day: a Date at the day's beginning here. The parts are kept, not the instant. */
export function toLocalDay(date: CalendarDate): Date {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const local = new Date(2000, 0, 1);
  // The constructor would take the year 26 for 1926.
  local.setFullYear(year, month - 1, day);
  return local;
}

/** Inverse of {@link toLocalDay}. */
export function fromLocalDay(local: Date): CalendarDate {
  const year = String(local.getFullYear()).padStart(4, "0");
  const month = String(local.getMonth() + 1).padStart(2, "0");
  return `${year}-${month}-${String(local.getDate()).padStart(2, "0")}`;
}

/** The years to choose from, wider where the date itself lies outside; all others can be typed. */
export function yearsAround(date: CalendarDate | "", today: Date): { first: number; last: number } {
  const year = date === "" ? today.getFullYear() : Number(date.slice(0, 4));
  return {
    first: Math.max(1900, Math.min(2000, year)),
    last: Math.min(2200, Math.max(today.getFullYear() + 1, year)),
  };
}
