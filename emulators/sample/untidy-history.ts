import { addDays, type CalendarDate } from "@/lib/dates";
import { sumMinor } from "@/lib/money";
import { type Mint, Random } from "../mint";
import { recordSale } from "../quickbooks/book";
import { createDeposit } from "../quickbooks/deposits";
import { wireAmount } from "../quickbooks/money";
import { noonOf, type QuickBooksState } from "../quickbooks/state";
import { StripeBook, unixDay } from "../stripe/book";
import type { StripeState } from "../stripe/state";
import { addBusinessDays } from "./calendar";
import { accountId } from "./ledger";
import { makePeople, type Person } from "./names";

/** How a payout's Deposit came about. Its total, account and day are always those of the payout. */
const WAYS = [
  "tidy",
  "a charge without a payment is a line to Sales",
  "a payment was typed wrong, and a line corrects it",
  "one payment is without its fee",
  "two days late, and two charges are lines to Sales",
  "added from the bank feed as one line to Sales; the payments wait in Undeposited Funds",
] as const;
type Way = (typeof WAYS)[number];

const PAYOUTS = 48;
const CURRENCY = "USD";

interface Charge {
  amount: number;
  net: number;
  person: Person;
}

/**
 * Payouts of ten weeks that a bookkeeper deposited by hand, in turn in each of these ways. No Deposit names its payout.
 * @returns by payout id: "Deposit 4166: one payment is without its fee".
 */
export function addUntidyHistory(
  { stripe, quickbooks }: { stripe: StripeState; quickbooks: QuickBooksState },
  today: CalendarDate,
  mint: Mint,
): Record<string, string> {
  const random = new Random(mint.seed + 104_729);
  const { persons } = makePeople(random);
  const book = new StripeBook(stripe, mint);
  const notes: Record<string, string> = {};
  for (let index = 0; index < PAYOUTS; index += 1) {
    const day = addBusinessDays(today, index - PAYOUTS - 3);
    const soldOn = addBusinessDays(day, -2);
    const sold = Array.from({ length: random.between(4, 7) }, () => ({
      amount: random.between(2_105, 64_990),
      person: random.pick(persons),
    }));
    const entries = sold.map(({ amount, person }, at) =>
      book.charge({
        ...{ amount, currency: CURRENCY.toLowerCase(), name: person.name, email: person.email },
        created: unixDay(soldOn) + 43_200 + at * 60,
        availableOn: unixDay(day),
        description: null,
      }),
    );
    const payout = book.payout(entries, {
      created: unixDay(day) + 600,
      arrival: unixDay(addBusinessDays(day, 1)),
      status: "paid",
      automatic: true,
    });
    const charges = sold.map((each, at) => ({ ...each, net: entries[at]?.net ?? 0 }));
    const way = WAYS[index % WAYS.length] ?? "tidy";
    const id = enter(quickbooks, charges, way, { soldOn, arrival: addBusinessDays(day, 1) });
    notes[payout.id] = `Deposit ${id}: ${way}`;
  }
  return notes;
}

/** @returns the Deposit's Id. */
function enter(
  books: QuickBooksState,
  charges: readonly Charge[],
  way: Way,
  { soldOn, arrival }: { soldOn: CalendarDate; arrival: CalendarDate },
): string {
  const [first, second, ...others] = charges;
  if (!first || !second) throw new Error("a payout of the untidy history has several charges");
  const isLate = way.startsWith("two days late");
  const date = isLate ? addDays(arrival, 2) : arrival;
  const total = sumMinor(charges.map(({ net }) => net));
  const pay = (charge: Charge, amount = charge.amount) =>
    recordSale(books, {
      ...{ type: "Payment", date: isLate ? date : soldOn, amount, currency: CURRENCY },
      customer: charge.person.inBooks,
    });
  const deposit = (payments: ReturnType<typeof pay>[], lines: object[]): string => {
    const input = {
      ...{ DepositToAccountRef: { value: accountId(books, "Checking") }, TxnDate: date },
      PrivateNote: "Card deposits",
      CurrencyRef: { value: CURRENCY },
      Line: [
        ...payments.map(({ Id, TotalAmt }) => ({
          Amount: TotalAmt,
          LinkedTxn: [{ TxnId: Id, TxnType: "Payment" as const, TxnLineId: "0" }],
        })),
        ...lines,
      ],
    };
    return createDeposit(books, input, noonOf(date)).Id;
  };
  const sales = (amount: number) => lineTo(books, "Sales", amount);
  const fees = (of: readonly Charge[]) =>
    lineTo(books, "Merchant Processing Fees", sumMinor(of.map(({ net, amount }) => net - amount)));
  switch (way) {
    case "tidy":
      return deposit(
        charges.map((each) => pay(each)),
        [fees(charges)],
      );
    case "a charge without a payment is a line to Sales":
      return deposit(
        [second, ...others].map((each) => pay(each)),
        [sales(first.amount), fees(charges)],
      );
    case "a payment was typed wrong, and a line corrects it":
      return deposit(
        [pay(first, first.amount + 1_800), ...[second, ...others].map((each) => pay(each))],
        [sales(-1_800), fees(charges)],
      );
    case "one payment is without its fee":
      return deposit(
        [pay(first, first.net), ...[second, ...others].map((each) => pay(each))],
        [fees([second, ...others])],
      );
    case "two days late, and two charges are lines to Sales":
      return deposit(
        others.map((each) => pay(each)),
        [sales(first.amount), sales(second.amount), fees(charges)],
      );
    default: {
      for (const each of charges) pay(each);
      return deposit([], [sales(total)]);
    }
  }
}

function lineTo(books: QuickBooksState, account: string, amount: number) {
  return {
    Amount: wireAmount(amount, CURRENCY),
    DetailType: "DepositLineDetail" as const,
    DepositLineDetail: { AccountRef: { value: accountId(books, account) } },
  };
}
