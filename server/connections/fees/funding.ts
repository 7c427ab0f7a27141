import { addBankDays } from "@/lib/bank-days";
import type { PaidBy } from "@/lib/contracts/values/deposits";
import type { CalendarDate } from "@/lib/dates";

/** When a settled batch reaches the bank, as the user set it, in bank days. */
export interface Funding {
  cardDays: number;
  echeckDays: number;
  /** American Express pays its part itself. */
  amexApart: boolean;
  amexDays: number;
}

/** The day on which the bank shows the money. */
export function fundedOn(funding: Funding, settledOn: CalendarDate, paidBy: PaidBy): CalendarDate {
  const days = { card: funding.cardDays, echeck: funding.echeckDays, amex: funding.amexDays };
  // Nothing set: the day of the settlement, whatever day it is.
  return days[paidBy] === 0 ? settledOn : addBankDays(settledOn, days[paidBy]);
}
