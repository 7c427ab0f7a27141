import { addDays, type CalendarDate } from "@/lib/dates";
import {
  type AuthorizeNetBatch,
  type AuthorizeNetState,
  type AuthorizeNetTransaction,
  SETTLES_AT,
  settle,
} from "../authorizenet/state";
import { Random } from "../mint";
import { recordInvoice, recordSale, type SaleFacts } from "../quickbooks/book";
import type { QuickBooksState } from "../quickbooks/state";
import { unixDay } from "../stripe/book";
import { addBusinessDays } from "./calendar";
import { amountsIn } from "./ledger";

/** The studio's Authorize.Net customers, as the gateway and as the books name them. */
const BUYERS: readonly [first: string, last: string, inBooks?: string][] = [
  ["Agnes", "Thistlewood"],
  ["Rufus", "Oakhurst", "Oakhurst, Rufus"],
  ["Beatriz", "Salgueiro"],
  ["Cedric", "Marlowe-Finch"],
  ["Dagny", "Halvorsen", "Dagny S. Halvorsen"],
  ["Ephraim", "Lovelace"],
  ["Filippa", "Rosengren"],
  ["Gideon", "Ashgrove", "GIDEON ASHGROVE"],
  ["Henrike", "Vossberg"],
  ["Ignatius", "Penhaligon"],
  ["Jocasta", "Wrenfield", "J. Wrenfield"],
  ["Kasimir", "Dubrovsky"],
  ["Leocadia", "Fairbourne"],
  ["Mungo", "Strathearn"],
  ["Nerissa", "Quillfeather", "Quillfeather, Nerissa"],
  ["Osric", "Bramblewick"],
  ["Perpetua", "Hollins"],
  ["Quentin", "Larkspur"],
];

interface BatchPlan {
  about: string;
  /** Business days before the last one. */
  ago: number;
  sales: number;
  paymentMethod?: "eCheck";
  voided?: boolean;
  /** Refunds the first sale of the first batch, with its RefundReceipt. */
  refund?: boolean;
  /** The last sale was never entered in the books. */
  forgotten?: boolean;
}

const PLAN: readonly BatchPlan[] = [
  { about: "three sales by card", ago: 26, sales: 3 },
  { about: "a voided sale among them", ago: 21, sales: 3, voided: true },
  { about: "a refund with its RefundReceipt", ago: 16, sales: 3, refund: true },
  { about: "paid by eCheck", ago: 11, sales: 2, paymentMethod: "eCheck" },
  {
    about: "one payment was never entered in the books: cannot be completed",
    ago: 6,
    sales: 3,
    forgotten: true,
  },
  { about: "four sales by card", ago: 2, sales: 4 },
];

type Sold = Omit<AuthorizeNetTransaction, "transId">;

/**
 * Six settled batches of the merchant, with the same customers' payments in the books. Drawn after the rest
 * of the sample, so that nothing else depends on it.
 * @returns what is special about each batch, by batch id.
 */
export function writeAuthorizeNet(
  state: AuthorizeNetState,
  books: QuickBooksState,
  origin: { seed: number; today: CalendarDate },
): Record<string, string> {
  const random = new Random(origin.seed + 7919);
  const shop = { random, buyers: random.shuffle(BUYERS), taken: amountsIn(books), sold: 0 };
  const last = addBusinessDays(origin.today, -1);
  const notes: Record<string, string> = {};
  const facts: SaleFacts[] = [];
  let first: AuthorizeNetBatch | undefined;
  for (const plan of PLAN) {
    const day = addBusinessDays(last, -plan.ago);
    const settledAt = unixDay(day) + SETTLES_AT;
    const paymentMethod = plan.paymentMethod ?? "creditCard";
    const made = Array.from({ length: plan.sales }, (_, index) =>
      sell(shop, settledAt - 25_200 + index * 1260, paymentMethod),
    );
    const entered = plan.forgotten ? made.slice(0, -1) : made;
    facts.push(...entered.map((each) => booked(random, each, day)));
    for (const each of made.slice(entered.length)) enterOverpaidInvoice(books, each, day);
    const others = plan.voided ? made.slice(0, 1).map(({ sale }) => voided(sale)) : [];
    const given = plan.refund ? first?.transactions[0] : undefined;
    if (given) {
      others.push(refundOf(given, settledAt - 18_000));
      facts.push(refundReceipt(given, facts[0]?.customer ?? "", day));
    }
    const batch = settle(state, { settledAt, state: "settledSuccessfully", paymentMethod }, [
      ...made.map(({ sale }) => sale),
      ...others,
    ]);
    first ??= batch;
    notes[batch.batchId] = plan.about;
  }
  for (const each of facts) recordSale(books, each);
  return notes;
}

interface Shop {
  random: Random;
  buyers: readonly (typeof BUYERS)[number][];
  taken: Set<number>;
  sold: number;
}

interface Made {
  sale: Sold;
  /** The customer's name in the books. */
  inBooks: string;
}

function sell(shop: Shop, submittedAt: number, paymentMethod: "creditCard" | "eCheck"): Made {
  const buyer = shop.buyers[shop.sold % shop.buyers.length];
  if (!buyer) throw new Error("the sample has no buyers");
  const [firstName, lastName, inBooks = `${firstName} ${lastName}`] = buyer;
  shop.sold += 1;
  const sale = {
    status: "settledSuccessfully",
    submittedAt,
    amount: unused(shop.random, shop.taken),
    accountType: paymentMethod === "eCheck" ? "eCheck" : "Visa",
    firstName,
    lastName,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    invoiceNumber: `HL-${3100 + shop.sold}`,
    description: "Stoneware",
  };
  return { sale, inBooks };
}

/** Entered twice, and voided before settlement. */
function voided(sale: Sold): Sold {
  return { ...sale, status: "voided" };
}

function refundOf({ transId, ...sale }: AuthorizeNetTransaction, submittedAt: number): Sold {
  return { ...sale, status: "refundSettledSuccessfully", submittedAt, refTransId: transId };
}

function refundReceipt(
  given: AuthorizeNetTransaction,
  customer: string,
  date: CalendarDate,
): SaleFacts {
  const note = `Refund of ${given.invoiceNumber}`;
  return { type: "RefundReceipt", date, amount: given.amount, currency: "USD", customer, note };
}

/** The bookkeeper's entry: on the day or the next business day, usually with the invoice number. */
function booked(random: Random, { sale, inBooks }: Made, day: CalendarDate): SaleFacts {
  return {
    type: random.chance(0.5) ? "Payment" : "SalesReceipt",
    date: random.chance(0.7) ? day : addBusinessDays(day, 1),
    amount: sale.amount,
    currency: "USD",
    customer: inBooks,
    ...(random.chance(0.8) && sale.invoiceNumber ? { refNum: sale.invoiceNumber } : {}),
  };
}

/** A sale whose payment was never entered: the customer paid 10.00 more than the invoice says. */
function enterOverpaidInvoice(
  books: QuickBooksState,
  { sale, inBooks }: Made,
  day: CalendarDate,
): void {
  recordInvoice(books, {
    number: sale.invoiceNumber ?? "",
    date: addDays(day, -9),
    total: sale.amount - 1_000,
    currency: "USD",
    customer: inBooks,
  });
}

/** No sale has the amount of another entry in the books. */
function unused(random: Random, taken: Set<number>): number {
  for (;;) {
    const amount = random.between(4_205, 96_400);
    if (taken.has(amount)) continue;
    taken.add(amount);
    return amount;
  }
}

/** Of the cards, every third is American Express; the customer's bank has returned the first eCheck. */
export function mixBatches({ batches }: AuthorizeNetState): void {
  const cards = batches.filter(({ paymentMethod }) => paymentMethod === "creditCard");
  for (const [index, sold] of cards.flatMap(({ transactions }) => transactions).entries()) {
    if (index % 3 === 2) sold.accountType = "AmericanExpress";
  }
  const [returned] =
    batches.find(({ paymentMethod }) => paymentMethod === "eCheck")?.transactions ?? [];
  if (returned) Object.assign(returned, { status: "returnedItem", cameBackLater: true });
}
