import { type DateFormat, writeDay } from "@/lib/format-date";

const AMOUNT = /^-?(\d+)(?:\.(\d+))?$/;
const THOUSANDS = /\B(?=(\d{3})+$)/g;

/** Making a format costs more than all that is written with it. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(timeZone, made);
  return made;
}

/** An instant (ISO 8601) as date and time in the browser's time zone, or in the given one. */
export function formatInstant(instant: string, format: DateFormat, timeZone?: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const parts = formatIn(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";
  const date = writeDay(`${part("year")}-${part("month")}-${part("day")}`, format);
  return `${date} ${part("hour")}:${part("minute")}`;
}

/** Formats a whole number of things: 1204 → "1,204". A browser's own format takes milliseconds to make. */
export function formatCount(count: number): string {
  return String(count).replace(THOUSANDS, ",");
}

/**
 * Formats a decimal string: "1240" → "1,240.00", "-38.26" → "−38.26" (a real minus). Works on the text, so no
 * digit is lost. Returns other text unchanged.
 */
export function formatAmount(value: string): string {
  const parts = AMOUNT.exec(value);
  if (!parts) return value;
  const [, whole = "", fraction = ""] = parts;
  const grouped = whole.replace(/^0+(?=\d)/, "").replace(THOUSANDS, ",");
  const isNegative = value.startsWith("-") && /[1-9]/.test(value);
  return `${isNegative ? "−" : ""}${grouped}.${fraction.padEnd(2, "0")}`;
}
