import type { CalendarDate } from "@/lib/dates";
import { periodClosed } from "./faults";
import type { QuickBooksState } from "./state";

/** What the emulator reads of a company's preferences, in wire format. */
export interface Preferences {
  CurrencyPrefs: { MultiCurrencyEnabled: boolean; HomeCurrency: { value: string } };
  AccountingInfoPrefs: {
    BookCloseDate?: CalendarDate;
    ClassTrackingPerTxnLine: boolean;
    TrackDepartments: boolean;
  };
  TaxPrefs: { UsingSalesTax: boolean };
}

/** A state stored by an older version has only some of them. */
function preferencesOf(state: QuickBooksState): Partial<Preferences> {
  const [stored] = Object.values(state.entities.Preferences);
  return (stored ?? {}) as Partial<Preferences>;
}

export function isMulticurrency(state: QuickBooksState): boolean {
  return preferencesOf(state).CurrencyPrefs?.MultiCurrencyEnabled ?? false;
}

/** @throws QuickBooksFault 6210 for a transaction dated at or before the day until which the books are closed. */
export function demandOpenBooks(state: QuickBooksState, date: string | undefined): void {
  const closed = preferencesOf(state).AccountingInfoPrefs?.BookCloseDate;
  if (closed && (date ?? state.today).slice(0, 10) <= closed) throw periodClosed(state.closedCode);
}
