import { addDays, type CalendarDate } from "@/lib/dates";
import type { Founding } from "../quickbooks/company";

export interface CompanyOrigin extends Founding {
  /** The books' home currency. */
  currency: string;
}

export const AMERICAN: CompanyOrigin = { country: "US", currency: "USD", locations: false };

/** In the United Kingdom, with VAT and locations; the books are closed to the end of last month. */
export function british(today: CalendarDate): CompanyOrigin {
  const closedUntil = addDays(`${today.slice(0, 7)}-01`, -1);
  return { country: "GB", currency: "GBP", locations: true, closedUntil };
}
