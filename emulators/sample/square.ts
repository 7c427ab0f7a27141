import type { CalendarDate } from "@/lib/dates";
import { toDecimal } from "@/lib/money";
import { type Mint, mintId, Random } from "../mint";
import { recordSale, type SaleFacts } from "../quickbooks/book";
import type { QuickBooksState } from "../quickbooks/state";
import { addBusinessDays } from "./calendar";
import { amountsIn } from "./ledger";
import { makePeople, type Person } from "./names";
import { unusedAmount } from "./sales";

/** The till's currency. */
const CURRENCY = "USD";
/** As the dashboard names an export. */
export const SQUARE_FILE = "square-transactions.csv";

/** The columns of the report "Transactions" that are filled in, in its order. */
const COLUMNS = [
  ...["Date", "Time", "Time Zone", "Gross Sales", "Net Sales", "Total Collected", "Source"],
  ...["Card", "Card Entry Methods", "Cash", "Square Gift Card", "Other Tender", "Fees"],
  ...["Net Total", "Transaction ID", "Payment ID", "Card Brand", "PAN Suffix", "Details"],
  ...["Event Type", "Location", "Customer Name", "Deposit ID", "Deposit Date"],
  ...["Transaction Status", "Order Reference ID"],
] as const;
type Column = (typeof COLUMNS)[number];

const GOODS = ["Mug, speckled", "Serving bowl", "Vase, tall", "Throwing class", "Tea set"];

type Row = Partial<Record<Column, string>>;

interface DepositPlan {
  about: string;
  /** Business days before the last one. */
  ago: number;
  sales: number;
  cash?: true;
  /** Refunds a sale of the deposit before, with its RefundReceipt. */
  refund?: true;
  /** The last sale was never entered in the books. */
  forgotten?: true;
}

const PLAN: readonly DepositPlan[] = [
  { about: "a day at the till", ago: 21, sales: 4 },
  { about: "some were paid in cash", ago: 17, sales: 4, cash: true },
  { about: "a refund with its RefundReceipt", ago: 13, sales: 3, refund: true },
  { about: "a day at the till", ago: 9, sales: 5 },
  { about: "one sale was never entered in the books", ago: 5, sales: 3, forgotten: true },
  { about: "a day at the till", ago: 2, sales: 4 },
];

interface Sale {
  day: CalendarDate;
  amount: number;
  fee: number;
  /** In Square's customer directory and in the books; others pay without a name. */
  person?: Person;
  order: string;
  transaction: string;
  payment: string;
}

/**
 * Six days at the studio's till: what Square's dashboard exports, and the sales in the books. Drawn after the rest of the sample, so
 * that nothing else depends on it.
 * @returns the report, by its file's name, and what is special about each deposit, by its id
 */
export function writeSquare(
  books: QuickBooksState,
  { seed, today }: { seed: number; today: CalendarDate },
): { files: Record<string, string>; notes: Record<string, string> } {
  const random = new Random(seed + 32_452_843);
  const mint: Mint = { seed: seed + 32_452_843, minted: 0 };
  const { persons } = makePeople(new Random(seed));
  const taken = amountsIn(books);
  const last = addBusinessDays(today, -1);
  const notes: Record<string, string> = {};
  const rows: Row[] = [];
  const facts: SaleFacts[] = [];
  let number = 600;
  let before: Sale | undefined;
  const sell = (day: CalendarDate): Sale => {
    const amount = unusedAmount(random, taken, 1_805, 18_990);
    number += random.between(1, 4);
    return {
      ...{ day, amount, fee: Math.round(amount * 0.026) + 15, order: `T-${number}` },
      ...(random.chance(0.6) ? { person: random.pick(persons) } : {}),
      transaction: mintId(mint, "", 26),
      payment: mintId(mint, "", 26),
    };
  };
  for (const plan of PLAN) {
    const day = addBusinessDays(last, -plan.ago);
    const id = mintId(mint, "", 13).toUpperCase();
    const deposit = { "Deposit ID": id, "Deposit Date": written(addBusinessDays(day, 1)) };
    const sales = Array.from({ length: plan.sales }, () => sell(day));
    rows.push(...sales.map((sale) => ({ ...paidByCard(random, sale), ...deposit })));
    if (plan.cash) rows.push(paidInCash(random, sell(day)));
    if (plan.refund && before) {
      rows.push({ ...refunded(random, before, day), ...deposit });
      facts.push(refundReceipt(before, day));
    }
    const entered = plan.forgotten ? sales.slice(0, -1) : sales;
    facts.push(...entered.map((sale) => booked(random, sale)));
    notes[id] = plan.about;
    before = sales.find(({ person }) => person) ?? before;
  }
  for (const each of facts) recordSale(books, each);
  const cells = rows.map((row) => COLUMNS.map((column) => row[column] ?? ""));
  return { files: { [SQUARE_FILE]: [[...COLUMNS], ...cells].map(lineOf).join("") }, notes };
}

function paidByCard(random: Random, sale: Sale): Row {
  const { amount, fee } = sale;
  return {
    ...rung(random, sale),
    ...{ "Gross Sales": dollars(amount), "Net Sales": dollars(amount) },
    ...{ "Total Collected": dollars(amount), Card: dollars(amount), Cash: dollars(0) },
    ...{ Fees: dollars(-fee), "Net Total": dollars(amount - fee) },
    ...{ "Card Entry Methods": random.pick(["Tapped", "Dipped"]), "Event Type": "Payment" },
    ...{ "Card Brand": random.pick(["Visa", "MasterCard"]) },
    "PAN Suffix": String(random.between(1000, 9999)),
  };
}

/** It stays in the till: Square deposits nothing of it. */
function paidInCash(random: Random, sale: Sale): Row {
  const { amount } = sale;
  return {
    ...rung(random, sale),
    ...{ "Gross Sales": dollars(amount), "Net Sales": dollars(amount) },
    ...{ "Total Collected": dollars(amount), Card: dollars(0), Cash: dollars(amount) },
    ...{ Fees: dollars(0), "Net Total": dollars(amount), "Event Type": "Payment" },
  };
}

/** Square keeps its fee. */
function refunded(random: Random, sale: Sale, day: CalendarDate): Row {
  const given = dollars(-sale.amount);
  return {
    ...rung(random, { ...sale, day }),
    ...{ "Gross Sales": given, "Net Sales": given, "Total Collected": given, Card: given },
    ...{ Cash: dollars(0), Fees: dollars(0), "Net Total": given, "Event Type": "Refund" },
    "Payment ID": `${sale.payment}R`,
  };
}

function rung(random: Random, { day, person, order, transaction, payment }: Sale): Row {
  const minute = String(random.between(0, 59)).padStart(2, "0");
  return {
    ...{ Date: written(day), Time: `${random.between(10, 18)}:${minute}:00` },
    ...{ "Time Zone": "Eastern Time (US & Canada)", Source: "Point of Sale", Location: "Studio" },
    ...{ "Square Gift Card": dollars(0), "Other Tender": dollars(0) },
    ...{ "Transaction ID": transaction, "Payment ID": payment, "Order Reference ID": order },
    ...{ Details: random.pick(GOODS), "Customer Name": person?.name ?? "" },
    "Transaction Status": "Complete",
  };
}

/** Two of three with the till's number; those without a name always. */
function booked(random: Random, { day, amount, person, order }: Sale): SaleFacts {
  return {
    ...{ type: "SalesReceipt", date: day, amount, currency: CURRENCY, note: "Till" },
    ...(person && { customer: person.inBooks }),
    ...(!person || random.chance(0.65) ? { refNum: order } : {}),
  };
}

function refundReceipt({ amount, person, order }: Sale, date: CalendarDate): SaleFacts {
  return {
    ...{ type: "RefundReceipt", date, amount, currency: CURRENCY, note: `Refund of ${order}` },
    ...(person && { customer: person.inBooks }),
  };
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(",")}\r\n`;
}

/** "03/14/2026". */
function written(date: CalendarDate): string {
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year}`;
}

/** "$12.50", "($12.50)". */
function dollars(amount: number): string {
  const text = `$${toDecimal(Math.abs(amount), CURRENCY)}`;
  return amount < 0 ? `(${text})` : text;
}
