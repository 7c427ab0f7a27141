import { isCalendarDate } from "@/lib/dates";
import { invalid } from "./errors";
import type { PayPalState } from "./state";

const PATTERN = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z|[+-]\d{2}:?\d{2})$/;

/**
 * The instant of a query parameter, in unix seconds. A `+` that was not percent-encoded has arrived as a space. The
 * document allows fractions of seconds; they have broken requests, so they are refused here.
 * @throws PayPalRefusal unless it is a date and time with seconds and a zone
 */
export function readInstant(field: string, text: string | null): number {
  const [, date = "", , zone = ""] = PATTERN.exec(text ?? "") ?? [];
  if (text === null || !isCalendarDate(date)) {
    throw invalid(field, text, "Date is not in the Internet date and time format, with seconds");
  }
  const written =
    zone.length === 5 ? text.replace(zone, `${zone.slice(0, 3)}:${zone.slice(3)}`) : text;
  return Date.parse(written) / 1000;
}

/** `2026-11-02T10:00:00Z`, as balances always write times. */
export function utc(at: number): string {
  return `${new Date(at * 1000).toISOString().slice(0, 19)}Z`;
}

/** How the account's transaction report writes times. */
export function reportTimes({ settings, timeZone }: PayPalState): (at: number) => string {
  switch (settings.dates) {
    case "Z":
      return utc;
    case "+0000":
      return (at) => utc(at).replace("Z", "+0000");
    case "zone": {
      const format = new Intl.DateTimeFormat("sv-SE", {
        timeZone,
        dateStyle: "short",
        timeStyle: "medium",
      });
      return (at) => {
        const local = format.format(new Date(at * 1000)).replace(" ", "T");
        return `${local}${offset(Date.parse(`${local}Z`) / 1000 - at)}`;
      };
    }
  }
}

function offset(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${seconds < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}
