"use client";

import { createContext, use } from "react";
import type { DateFormat } from "@/lib/format-date";

export interface FormatPreferences {
  dateFormat: DateFormat;
  /** The company's own currency; amounts in another one show their code. */
  currency: string;
}

export const DEFAULT_FORMAT: FormatPreferences = { dateFormat: "MM-DD-YYYY", currency: "USD" };

/** How dates and amounts are written on this page. */
export const FormatContext = createContext(DEFAULT_FORMAT);

export function useFormatPreferences(): FormatPreferences {
  return use(FormatContext);
}
