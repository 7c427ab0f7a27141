import { addDays, type CalendarDate } from "@/lib/dates";
import { Random } from "../mint";
import { balanceAt } from "../paypal/book";
import { type PayPalEvent, recordEvent } from "../paypal/events/record";
import type { PayPalState } from "../paypal/state";
import { utc } from "../paypal/times";
import { addPayPalReserve } from "../quickbooks/company";
import { rateOf } from "../quickbooks/exchange-rates";
import type { QuickBooksState } from "../quickbooks/state";
import { unixDay } from "../stripe/book";
import { enterPayPalSales } from "./paypal-books";
import {
  CHECK,
  drawPayPalSales,
  PAYPAL_DAYS,
  type PayPalSale,
  REFUNDS,
  saleEvents,
  saleOn,
} from "./paypal-sales";

const HOUR = 3600;
const DAY = 24 * HOUR;
/** At which the account is swept on the last day of each week, after that day's sales. */
const SWEPT_AT = 20 * HOUR;

interface Week {
  about: string;
  /** Of the balance; all of it by default. */
  share?: number;
  instantFee?: number;
  /** Days until the bank sends it back. */
  returnedAfter?: number;
  /** Still under way. */
  pending?: true;
}

const WEEKS: readonly Week[] = [
  { about: "a week's sales with a refund" },
  { about: "a sale is in dispute, its money held" },
  { about: "partial: six tenths of the balance; the rest is carried", share: 0.6 },
  { about: "returned by the bank three days later", returnedAfter: 3 },
  { about: "carries what the bank returned; a reserve is held back" },
  { about: "instant, with its fee on the row", instantFee: 995 },
  { about: "the reserve is released, and a dispute lost" },
  { about: "in transit", pending: true },
];

type Moment = { at: number; event: PayPalEvent };

/**
 * The company's PayPal account in the eight weeks before `today`, and its customers' payments in the books. Drawn after
 * the rest of the sample, so that nothing else depends on it.
 * @returns what is special about each withdrawal, by its id
 */
export function writePayPal(
  account: PayPalState,
  books: QuickBooksState,
  { seed, today }: { seed: number; today: CalendarDate },
): Record<string, string> {
  const random = new Random(seed + 15_485_863);
  const first = addDays(today, -PAYPAL_DAYS);
  const { primary } = account;
  const euro = rateOf(books, "EUR") ?? 1;
  const sales = drawPayPalSales(random, { account, seed, first, euro });
  const moments: Moment[] = [
    ...sales.flatMap((sale) => saleEvents(sale, primary).map((event) => ({ at: sale.at, event }))),
    ...specialMoments(sales, first, primary),
  ].sort((a, b) => a.at - b.at);
  const notes: Record<string, string> = {};
  for (const [index, week] of WEEKS.entries()) {
    const sweptAt = unixDay(addDays(first, index * 7 + 6)) + SWEPT_AT;
    while (moments[0] && moments[0].at < sweptAt) play(account, moments.shift());
    const { returnedAfter, share, pending, instantFee } = week;
    const all = balanceAt(account, primary, sweptAt);
    const [row] = recordEvent(account, {
      ...{ type: "withdrawal", at: utc(sweptAt), instantFee },
      amount: share && Math.round(all * share),
      status: "P",
    });
    if (!row) continue;
    notes[row.id] = week.about;
    const ends = sweptAt + (returnedAfter ?? (instantFee ? 0 : 1)) * DAY;
    const type = returnedAfter ? "returned" : "settlement";
    if (!pending) moments.push({ at: ends, event: { type, of: row.id } });
    moments.sort((a, b) => a.at - b.at);
  }
  addPayPalReserve(books, first);
  enterPayPalSales(books, sales, { random, first, today });
  return notes;
}

function play(account: PayPalState, moment: Moment | undefined): void {
  if (moment) recordEvent(account, { ...moment.event, at: moment.event.at ?? utc(moment.at) });
}

/** What happens beside sales and withdrawals, by day of the history. */
function specialMoments(
  sales: readonly PayPalSale[],
  first: CalendarDate,
  primary: string,
): Moment[] {
  const day = (index: number) => addDays(first, index);
  const at = (index: number, event: PayPalEvent): Moment => ({
    at: unixDay(day(index)) + 19 * HOUR,
    event,
  });
  const idOn = (index: number) => saleOn(sales, day(index)).id;
  const check = sales.find(({ number }) => number === CHECK);
  const supplier = { name: "Parcel Label Service", email: "billing@labels.example" };
  return [
    ...REFUNDS.map(({ soldOn, on, share, feeBack }) => {
      const { id, amount, fee } = saleOn(sales, day(soldOn));
      return at(on, {
        ...{ type: "refund", of: id, amount: Math.round(amount * share) },
        feeBack: feeBack ? fee : 0,
      });
    }),
    ...(check
      ? [{ at: check.at + 3 * DAY, event: { type: "completion" as const, of: check.id } }]
      : []),
    at(12, { type: "dispute", id: "DISPUTELOST000001", of: idOn(9) }),
    at(45, { type: "decision", of: "DISPUTELOST000001", outcome: "lost", fee: 2_000 }),
    at(16, { type: "dispute", id: "DISPUTEWON0000001", of: idOn(13) }),
    at(32, { type: "decision", of: "DISPUTEWON0000001", outcome: "won" }),
    at(31, { type: "hold", id: "RESERVE0000000001", amount: 20_000 }),
    at(44, { type: "release", of: "RESERVE0000000001", sameId: true }),
    ...[10, 38].map((index) => at(index, { type: "sent", amount: 2_999, ...supplier })),
    at(29, { type: "fee", amount: 3_000, note: "Monthly account fee" }),
    at(22, {
      type: "sale",
      id: "DENIEDSALE0000001",
      amount: 7_700,
      currency: primary,
      status: "P",
    }),
    at(23, { type: "completion", of: "DENIEDSALE0000001", denied: true }),
    at(25, { type: "authorization", amount: 12_000 }),
  ];
}
