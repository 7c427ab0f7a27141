"use client";

import { createContext, use } from "react";
import type { DateFormat } from "@/lib/format-date";

export interface FormatPreferences {
  dateFormat: DateFormat;
  /** The company's own currency; amounts in another one show their code. */
  currency: string;
  /** The user's own, an IANA name; the browser's until it is known. */
  timeZone: string | undefined;
}

export const DEFAULT_FORMAT: FormatPreferences = {
  dateFormat: "MM-DD-YYYY",
  currency: "USD",
  timeZone: undefined,
};

/** How dates and amounts are written on this page. */
export const FormatContext = createContext(DEFAULT_FORMAT);

export function useFormatPreferences(): FormatPreferences {
  return use(FormatContext);
}
