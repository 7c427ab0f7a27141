import { periodClosed } from "./faults";
import type { QuickBooksState } from "./state";

interface AccountingPreferences {
  BookCloseDate?: string;
}

/** @throws QuickBooksFault 6210 for a transaction dated at or before the day until which the books are closed. */
export function demandOpenBooks(state: QuickBooksState, date: string | undefined): void {
  const [preferences] = Object.values(state.entities.Preferences);
  const accounting = preferences?.AccountingInfoPrefs as AccountingPreferences | undefined;
  const closed = accounting?.BookCloseDate;
  if (closed && (date ?? state.today).slice(0, 10) <= closed) throw periodClosed();
}
