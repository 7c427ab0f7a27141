"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Calendar } from "@/components/ui/calendar";
import { CalendarButton } from "@/components/ui/calendar-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

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
