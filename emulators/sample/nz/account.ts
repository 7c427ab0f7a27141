import { addDays, type CalendarDate } from "@/lib/dates";
import { balanceAt } from "../../paypal/book";
import { type PayPalEvent, recordEvent } from "../../paypal/events/record";
import type { PayPalRow, PayPalState } from "../../paypal/state";
import { utc } from "../../paypal/times";
import { BY_HAND, localTime, orderFrom, type Sale, WEEKS } from "./sales";

const HOUR = 3600;
const DAY = 24 * HOUR;
/** At which the account is swept on the last day of each week. */
const SWEPT_AT = 20 * HOUR;
/** US dollars go to their own account every so many weeks. */
const DOLLARS_EVERY = 4;

/** What is special about the last weeks. */
const WEEKS_NOW: readonly { about: string; instantFee?: number; pending?: true }[] = [
  { about: "a week's sales, all in the books" },
  { about: "a refund, booked as money spent" },
  { about: "a sale is in dispute, its money held; one payment was booked after PayPal's fee" },
  { about: "a payment with two digits the wrong way round" },
  { about: "the dispute is won; a parcel service was paid from the account" },
  { about: "instant, with its fee on the row; one sale was never booked" },
  { about: "a refund of a credit note; one payment was booked to the bank account" },
  { about: "in transit", pending: true },
];

/** Refunds, by day of the half year on which the sale was made. */
export const REFUNDS = [
  { soldOn: 24, after: 3, share: 1, credit: false },
  { soldOn: 81, after: 2, share: 0.5, credit: false },
  { soldOn: 134, after: 2, share: 1, credit: false },
  { soldOn: 169, after: 3, share: 1, credit: true },
] as const;

/** A transfer to the bank, with what PayPal took since the one before. */
export interface Withdrawal {
  row: PayPalRow;
  /** In New Zealand. */
  day: CalendarDate;
  week: number;
}

type Moment = { at: number; event: PayPalEvent };

/** Writes the rows of half a year. @returns the withdrawals, oldest first, and what is special about them */
export function fillAccount(
  account: PayPalState,
  sales: readonly Sale[],
  first: CalendarDate,
): { withdrawals: Withdrawal[]; notes: Record<string, string> } {
  const moments = [...sales.flatMap(momentsOf), ...specialMoments(sales, first)];
  moments.sort((a, b) => a.at - b.at);
  const notes: Record<string, string> = {};
  const withdrawals: Withdrawal[] = [];
  for (let week = 0; week < WEEKS; week += 1) {
    const day = addDays(first, week * 7 + 6);
    const sweptAt = localTime(day, SWEPT_AT);
    while (moments[0] && moments[0].at < sweptAt) play(account, moments.shift());
    const { about, instantFee, pending } = WEEKS_NOW[week - BY_HAND] ?? {};
    const sweep = (currency: string, at: number) => {
      const [row] = recordEvent(account, {
        ...{ type: "withdrawal", at: utc(at), currency, status: "P" },
        ...(currency === "NZD" && { instantFee }),
      });
      if (!row) return;
      withdrawals.push({ row, day, week });
      const ends = at + (instantFee ? 0 : DAY);
      if (!pending) moments.push({ at: ends, event: { type: "settlement", of: row.id } });
      if (about)
        notes[row.id] = currency === "NZD" ? about : `US dollars${pending ? ", in transit" : ""}`;
    };
    if (week % DOLLARS_EVERY === 1) sweep("USD", sweptAt - HOUR);
    sweep("NZD", sweptAt);
    moments.sort((a, b) => a.at - b.at);
  }
  const end = localTime(addDays(first, WEEKS * 7), 0);
  if (balanceAt(account, "NZD", end) !== 0) throw new Error("the sample's account is not swept");
  return { withdrawals, notes };
}

function momentsOf(sale: Sale): Moment[] {
  const { id, amount, fee, currency, person, guest, converted, reference, at } = sale;
  const sold: PayPalEvent = {
    ...{ type: "sale", id, amount, fee, currency, invoice: reference },
    subject: sale.kind === "invoice" ? "Invoice" : "Online order",
    ...(guest ? {} : { name: person.name, email: person.email, country: COUNTRIES[currency] }),
  };
  if (converted === undefined) return [{ at, event: sold }];
  const from = { amount: amount - fee, currency };
  const to = { amount: converted, currency: "NZD" };
  return [
    { at, event: sold },
    { at, event: { type: "conversion", of: id, from, to } },
  ];
}

const COUNTRIES = { NZD: "NZ", USD: "US", AUD: "AU" } as const;

function play(account: PayPalState, moment: Moment | undefined): void {
  if (moment) recordEvent(account, { ...moment.event, at: utc(moment.at) });
}

function specialMoments(sales: readonly Sale[], first: CalendarDate): Moment[] {
  const at = (index: number, event: PayPalEvent): Moment => ({
    at: localTime(addDays(first, index), 19 * HOUR + 1800),
    event,
  });
  const sold = (index: number) => orderFrom(sales, addDays(first, index));
  const parcels = { name: "Pūkeko Parcels Limited", email: "billing@parcels.example" };
  return [
    ...REFUNDS.map(({ soldOn, after, share }) => {
      const { id, amount } = sold(soldOn);
      return at(soldOn + after, { type: "refund", of: id, amount: Math.round(amount * share) });
    }),
    at(141, { type: "dispute", id: "DISPUTEWON00000NZ", of: sold(139).id }),
    at(156, { type: "decision", of: "DISPUTEWON00000NZ", outcome: "won" }),
    ...[33, 96, 157].map((index) => at(index, { type: "sent", amount: 4_830, ...parcels })),
  ];
}
