"use client";

import { useDayOf, useFormatPreferences } from "@/components/ui/format-preferences";
import { cn } from "@/lib/cn";
import { formatInstant } from "@/lib/format";
import { writeDay } from "@/lib/format-date";

interface TimeProps {
  className?: string | undefined;
}

/** A calendar date (`YYYY-MM-DD`) in the company's order, the month as a word. */
export function DateText({ date, className }: TimeProps & { date: string }) {
  const { dateFormat } = useFormatPreferences();
  return (
    <time dateTime={date} className={cn("whitespace-nowrap tabular-nums", className)}>
      {writeDay(date, dateFormat)}
    </time>
  );
}

/** The company's day at an instant (ISO 8601). */
export function DayText({ at, className }: TimeProps & { at: string }) {
  return <DateText date={useDayOf()(new Date(at))} className={className} />;
}

/** An instant (ISO 8601) in the company's order, in the user's time zone. */
export function TimeText({ at, className }: TimeProps & { at: string }) {
  const { dateFormat, timeZone } = useFormatPreferences();
  return (
    <time dateTime={at} className={cn("whitespace-nowrap tabular-nums", className)}>
      {formatInstant(at, dateFormat, timeZone)}
    </time>
  );
}
