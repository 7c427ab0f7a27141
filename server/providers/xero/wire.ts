import { z } from "zod";
import { type CalendarDate, fromUnixSeconds } from "@/lib/dates";
import { MoneyError, minorDigits, parseDecimal, toDecimal } from "@/lib/money";
import { ProviderError } from "@/server/providers/errors";

const MOMENT = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/;
const ISO = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d(?:\.\d+)?)Z?)?$/;

/**
 * `/Date(1439434356790+0000)/`, or `2014-05-26T00:00:00` and `2014-05-26` as Xero's schema has it: in UTC. In epoch
 * milliseconds.
 */
export const moment = z.string().transform((text, context) => {
  const [, milliseconds] = MOMENT.exec(text) ?? [];
  if (milliseconds !== undefined) return Number(milliseconds);
  const [, date, time = "00:00:00"] = ISO.exec(text) ?? [];
  const at = Date.parse(`${date}T${time}Z`);
  if (!Number.isNaN(at)) return at;
  context.addIssue("no /Date(…)/");
  return z.NEVER;
});

/** A document's day is midnight UTC, in whatever zone the organisation is. */
export const day = moment.transform((at): CalendarDate => fromUnixSeconds(Math.floor(at / 1000)));

/** A number, or a string as in many documented examples. */
export const decimal = z.union([z.number(), z.string()]);
export type Decimal = z.output<typeof decimal>;

/** Xero's numbers are doubles, and a sum of them may be off far behind the point. */
const SUMMED_DIGITS = 6;

/** @throws ProviderError for what is no amount of that currency. */
export function minorOf(what: string, value: Decimal, currency: string): number {
  try {
    return parseDecimal(typeof value === "number" ? value.toFixed(SUMMED_DIGITS) : value, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    const code = "unexpected_reply";
    throw new ProviderError("xero", "unavailable", `${what}: ${error.message}`, { code });
  }
}

/** The shortest decimal of a cent amount is exact, so JSON numbers lose nothing. */
export function wireAmount(minor: number, currency: string): number {
  return Number(toDecimal(minor, currency));
}

/**
 * An amount in the books' currency.
 * @param rate units of `from` for one of `to`.
 */
export function atRate(
  minor: number,
  { rate, from, to }: { rate: number; from: string; to: string },
): number {
  return Math.round((minor / rate) * 10 ** (minorDigits(to) - minorDigits(from)));
}

/** A day in the query language. */
export function whereDate(date: CalendarDate): string {
  return `DateTime(${date.split("-").join(", ")})`;
}

/** For If-Modified-Since: UTC, to the second; with a `Z` or milliseconds Xero ignores it. */
export function sinceHeader(instant: string): string {
  return new Date(Date.parse(instant) - OVERLAP_MS).toISOString().slice(0, 19);
}

/** What was being written while the last walk began. */
const OVERLAP_MS = 2 * 60_000;
