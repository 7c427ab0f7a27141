import { type CalendarDate, dateInZone } from "@/lib/dates";

interface LocalClock {
  date: CalendarDate;
  /** Minutes since midnight, as a clock on the wall shows them. */
  minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a time zone show. Formatters are kept: there are few zones, and one takes long to make. */
export function localClock(at: Date, timeZone: string): LocalClock {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const minute = Number(parts.get("hour")) * 60 + Number(parts.get("minute"));
  return { date: dateInZone(at, timeZone), minute };
}
