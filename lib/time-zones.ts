import type { CalendarDate } from "@/lib/dates";

/** For a company without saved settings; the database's schema has the same default. */
export const DEFAULT_TIME_ZONE = "America/New_York";

interface LocalClock {
  date: CalendarDate;
  /** Minutes since midnight, wall-clock time. */
  minute: number;
}

/** Cached: there are few zones, and a formatter is slow to create. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall-clock time of an IANA time zone at `instant`. */
export function localClock(instant: Date, timeZone: string): LocalClock {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return {
    date: `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`,
    minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")),
  };
}
