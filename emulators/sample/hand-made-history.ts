import { addDays, type CalendarDate } from "@/lib/dates";
import { sumMinor } from "@/lib/money";
import type { Mint } from "../mint";
import { recordSale } from "../quickbooks/book";
import { createDeposit } from "../quickbooks/deposits";
import { wireAmount } from "../quickbooks/money";
import { noonOf, type QuickBooksState } from "../quickbooks/state";
import { StripeBook, unixDay } from "../stripe/book";
import type { StripeState } from "../stripe/state";
import { latestMonday } from "./calendar";
import { accountId } from "./ledger";

/** Eighteen months; the last weeks overlap with the sample's own payouts. */
export const HISTORY_WEEKS = 78;
const CUSTOMERS = ["Harbour Tea Rooms", "Old Mill Stores"];
const CURRENCY = "GBP";

/** How a week's payout came into the books. No Deposit has the payout's id in its memo. */
type Way = "payments" | "bank_feed" | "wrong_fee" | "straight_to_bank";

/** Weeks, counted back from the last one, that are not booked as most are. */
const WAYS: Readonly<Record<number, Way>> = {
  2: "wrong_fee",
  3: "straight_to_bank",
  ...Object.fromEntries([1, 14, 27, 40, 53, 66].map((week) => [week, "bank_feed" as const])),
};
/** Two pairs of weeks with the same sums, counted the same way: only a user knows which Deposit is whose. */
const ALIKE = new Set([5, 6, 37, 38]);

/**
 * Weekly payouts of eighteen months that a bookkeeper deposited by hand, some days later: from the customers' payments, or
 * as the bank's statement had them. In one the fee is mistyped, and the payments of another went straight to the bank.
 */
export function addHandMadeHistory(
  { stripe, quickbooks }: { stripe: StripeState; quickbooks: QuickBooksState },
  today: CalendarDate,
  mint: Mint,
): void {
  const book = new StripeBook(stripe, mint);
  const last = addDays(latestMonday(today), -7);
  stripe.account.created = Math.min(
    stripe.account.created ?? Number.POSITIVE_INFINITY,
    unixDay(addDays(last, -7 * HISTORY_WEEKS)),
  );
  for (let back = HISTORY_WEEKS - 1; back >= 0; back -= 1) {
    const day = addDays(last, -7 * back);
    const sold = sellAndPayOut(book, day, ALIKE.has(back) ? 0 : (back + 1) * 137);
    enter(quickbooks, sold, WAYS[back] ?? "payments", addDays(day, 2 + (back % 3)));
  }
}

interface Sold {
  /** Minor units. */
  amounts: number[];
  paid: number;
  soldOn: CalendarDate;
}

function sellAndPayOut(book: StripeBook, day: CalendarDate, odd: number): Sold {
  const soldOn = addDays(day, -3);
  const amounts = [213_071 + odd, 164_033 + 2 * odd];
  const entries = amounts.map((amount, index) =>
    book.charge({
      ...{ amount, currency: CURRENCY.toLowerCase(), name: CUSTOMERS[index] ?? null, email: null },
      created: unixDay(soldOn) + 43_200 + index * 60,
      availableOn: unixDay(day),
      description: null,
    }),
  );
  book.payout(entries, {
    created: unixDay(day) + 600,
    arrival: unixDay(addDays(day, 1)),
    status: "paid",
    automatic: true,
  });
  return { amounts, paid: sumMinor(entries.map(({ net }) => net)), soldOn };
}

function enter(
  books: QuickBooksState,
  { amounts, paid, soldOn }: Sold,
  way: Way,
  date: CalendarDate,
): void {
  const bank = accountId(books, "Checking");
  const deposit = (PrivateNote: string, Line: object[]) =>
    createDeposit(
      books,
      {
        ...{ DepositToAccountRef: { value: bank }, TxnDate: date, PrivateNote },
        ...{ CurrencyRef: { value: CURRENCY }, GlobalTaxCalculation: "NotApplicable" },
        Line,
      },
      noonOf(date),
    );
  if (way === "bank_feed") {
    deposit("STRIPE PAYMENTS UK LTD", [lineTo(books, "Sales", paid)]);
    return;
  }
  const payments = amounts.map((amount, index) =>
    recordSale(books, {
      ...{ type: "Payment", date: soldOn, amount, currency: CURRENCY },
      customer: CUSTOMERS[index] ?? "",
      ...(way === "straight_to_bank" && { depositTo: bank }),
    }),
  );
  if (way === "straight_to_bank") return;
  const fees = paid - sumMinor(amounts) - (way === "wrong_fee" ? 90 : 0);
  deposit("Cards", [
    ...payments.map(({ Id, TotalAmt }) => ({
      Amount: TotalAmt,
      LinkedTxn: [{ TxnId: Id, TxnType: "Payment", TxnLineId: "0" }],
    })),
    lineTo(books, "Merchant Processing Fees", fees),
  ]);
}

function lineTo(books: QuickBooksState, account: string, amount: number) {
  return {
    Amount: wireAmount(amount, CURRENCY),
    DetailType: "DepositLineDetail",
    DepositLineDetail: { AccountRef: { value: accountId(books, account) } },
  };
}
