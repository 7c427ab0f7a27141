"use client";

import { createContext, use } from "react";
import { type CalendarDate, dateInZone } from "@/lib/dates";
import type { DateFormat } from "@/lib/format-date";

export interface FormatPreferences {
  dateFormat: DateFormat;
  /** The company's own currency; amounts in another one show their code. */
  currency: string;
  /** The user's own, an IANA name; the browser's until it is known. */
  timeZone: string | undefined;
  /** The company's: a moment belongs to the day that it was there. The browser's until it is known. */
  companyZone: string | undefined;
  tax: TaxWords;
}

interface TaxWords {
  /** As the books' country calls the tax on sales: "VAT". */
  name: string;
  /** Receipts need a code of it. */
  asked: boolean;
}

export const DEFAULT_FORMAT: FormatPreferences = {
  dateFormat: "MM-DD-YYYY",
  currency: "USD",
  timeZone: undefined,
  companyZone: undefined,
  tax: { name: "Tax", asked: false },
};

/** How dates and amounts are written on this page. */
export const FormatContext = createContext(DEFAULT_FORMAT);

export function useFormatPreferences(): FormatPreferences {
  return use(FormatContext);
}

/** The company's day at a moment. */
export function useDayOf(): (moment: Date) => CalendarDate {
  const { companyZone } = useFormatPreferences();
  return (moment) =>
    companyZone === undefined ? dayHere(moment) : dateInZone(moment, companyZone);
}

/** The browser's day. It has it without a format, which takes milliseconds to make. */
function dayHere(moment: Date): CalendarDate {
  const digits = (part: number) => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${digits(moment.getMonth() + 1)}-${digits(moment.getDate())}`;
}
