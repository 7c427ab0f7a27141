import type { LineInput, PaymentInput } from "@/matching/engine/contract";
import {
  type LineRef,
  processorId,
  REFERENCE_WIDTH,
  type ShapeContext,
  type WriteShape,
} from "../books";
import { FIRST_DAY, isWeekend, spanOf, weekday } from "../calendar";
import { addFeeLine, feeOf, priceIn } from "../fees";
import type { RowFacts } from "../model";
import { type Client, Clients } from "../names/languages/clients";
import { checkoutHabits, ledgerHabits, writeName } from "../names/languages/writing";
import type { Random, Weighted } from "../random";
import { NOISE, wayToRecord } from "../rates";

/**
 * A publisher that sells licenses and training abroad, in fourteen languages: people pay list
 * prices, companies pay invoices, and the names of one customer look alike on both sides only to
 * a reader of both. Shares from 0 to 1.
 */
const RATES = {
  ...NOISE,
  perDay: 45,
  companies: 0.35,
  writtenAlike: 0.14,
  opaqueEmail: 0.25,
  /** Sales to clients who bought before. */
  returning: 0.6,
  /** Companies that pay the same sum again. */
  sameAgain: 0.35,

  /** Lines whose description shows the invoice's number, or the name in place of `entity`. */
  numberOnLine: 0.4,
  lineNameMissing: 0.09,
  lineNameInDescription: 0.3,
  lineEmail: 0.6,
  /** Names retyped, so that they differ from the usual spelling. */
  lineNameRespelled: 0.15,
  paymentNameRespelled: 0.08,

  paymentNameMissing: 0.16,
  /** Of the payments without a customer: the memo has the name; the address is known. */
  paymentNameInNote: 0.6,
  paymentEmailWithoutName: 0.3,
  paymentEmail: 0.06,
  numberOnPayment: 0.28,
  chargeOnPayment: 0.06,
  /** Memos of non-Latin languages that use that language's digits. */
  ownDigits: 0.25,
  /** Charges of one company within some days, booked as one payment. */
  customerSums: 0.02,
  netRecorded: 0.06,
  smallDifference: 0.006,
  unprocessed: 0.14,
  refunded: 0.025,
};

/** Cents of the list: licenses, courses, seats. */
const LIST_PRICES: Weighted<number> = [
  [1900, 12],
  [2900, 18],
  [4900, 24],
  [7900, 10],
  [9900, 16],
  [14_900, 8],
  [29_900, 6],
  [49_000, 3],
];

/** Clients that the firm has before the first day. */
const CLIENTS_AT_FIRST = 400;

interface Charge extends LineRef {
  client: Client;
  chargeId: string;
  number: string;
}

export const writeLanguages: WriteShape = (context) => new LanguagesWriter(context).write();

class LanguagesWriter {
  private readonly random: Random;
  private readonly maker: Clients;
  private readonly clients: Client[] = [];
  private readonly retainers = new Map<Client, number>();
  private readonly days: number;
  private readonly perDay: number;
  private invoice = 1873;

  constructor(private readonly context: ShapeContext) {
    this.random = context.random;
    this.maker = new Clients(this.random.fork("clients"), RATES);
    const { days, perDay } = spanOf(context.lines, RATES.perDay);
    this.days = days;
    this.perDay = perDay;
  }

  write(): void {
    while (this.clients.length < CLIENTS_AT_FIRST) this.newClient();
    for (let at = 0; at < this.days; at++) {
      const day = FIRST_DAY + at;
      // Companies pay on workdays; people also in the evenings of a weekend.
      const busy = isWeekend(day) ? 0.5 : 1.2;
      const sales = Math.round((this.perDay / (1 + RATES.refunded)) * busy);
      for (let i = 0; i < sales; i++) this.sell(day);
    }
  }

  private sell(day: number): void {
    const { random } = this;
    const client = this.client();
    if (client.name.kind === "company" && random.chance(RATES.customerSums / RATES.companies)) {
      this.sellTogether(client, day);
    } else {
      const charge = this.charge(client, day, this.price(client));
      if (!random.chance(RATES.paymentMissing)) this.record(charge);
      if (random.chance(RATES.refunded)) this.refund(charge);
      else if (random.chance(RATES.disputed)) this.dispute(charge);
    }
    if (random.chance(RATES.feeLines)) addFeeLine(this.context.books, client.currency, day, random);
    if (random.chance(RATES.unprocessed)) this.transfer(this.client(), day);
  }

  private client(): Client {
    const { random } = this;
    return random.chance(RATES.returning) ? random.pick(this.clients) : this.newClient();
  }

  private newClient(): Client {
    const client = this.maker.make();
    this.clients.push(client);
    return client;
  }

  /** Minor units. */
  private price(client: Client): number {
    const { random } = this;
    const { currency } = client;
    if (client.name.kind === "person") return priceIn(currency, random.weighted(LIST_PRICES));
    const again = this.retainers.get(client);
    if (again !== undefined && random.chance(0.7)) return again;
    const seats = random.between(2, 40);
    const uneven = Math.round(Math.exp(Math.log(62_000) + 0.9 * random.normal()));
    const cents = random.chance(0.45) ? random.weighted(LIST_PRICES) * seats : uneven;
    const amount = Math.max(100, priceIn(currency, cents));
    if (random.chance(RATES.sameAgain)) this.retainers.set(client, amount);
    return amount;
  }

  private charge(client: Client, day: number, amount: number): Charge {
    const { random } = this;
    const { currency, language } = client;
    const number = String(this.invoice++);
    const chargeId = processorId("ch_3", random);
    const fee = feeOf(amount, currency);
    const line: LineInput = { id: "", type: "charge", date: "", amount };
    if (!random.chance(RATES.lineFeeMissing)) line.fee = fee;
    if (!random.chance(RATES.lineNetMissing)) line.net = amount - fee;
    const numbered = random.chance(RATES.numberOnLine);
    if (numbered) {
      // The shop's page speaks the customer's language for half of them.
      const template = random.chance(0.5) ? random.pick(language.phrases.invoice) : "Invoice {}";
      line.description = template.replace("{}", number);
    } else if (random.chance(0.5)) line.description = "Subscription creation";
    const showsCustomer = this.signLine(line, client);
    const references: string[] = [];
    if (!random.chance(RATES.lineReferenceMissing)) {
      line.reference = chargeId;
      references.push(chargeId);
    }
    if (numbered) references.push(number);
    const facts = { customer: client.index, showsCustomer, references };
    const ref = this.context.books.addLine(currency, day, line, fee, facts);
    return { ...ref, client, chargeId, number };
  }

  private signLine(line: LineInput, client: Client): boolean {
    const { random } = this;
    const written = random.chance(RATES.lineNameRespelled)
      ? writeName(client.name, client.language, checkoutHabits(client.language), random)
      : client.atCheckout;
    const named = !random.chance(RATES.lineNameMissing);
    if (named) line.entity = written;
    const described = !named && random.chance(RATES.lineNameInDescription);
    if (described) line.description = [line.description, written].filter(Boolean).join(" - ");
    const mailed = random.chance(named ? RATES.lineEmail : RATES.lineEmailWithoutName);
    if (mailed) line.email = client.email;
    return named || described || mailed;
  }

  private record(charge: Charge): void {
    const { kind, amount } = wayToRecord(charge, RATES, this.random);
    this.context.books.group(
      kind,
      [charge],
      [this.book(charge, entryDay(charge.day, this.random), amount)],
    );
  }

  /** Two or three invoices of one company, paid one by one and booked in one go. */
  private sellTogether(client: Client, day: number): void {
    const { random } = this;
    const charges: Charge[] = [];
    const count = random.between(2, 3);
    for (let i = 0; i < count; i++) charges.push(this.charge(client, day, this.price(client)));
    const amount = charges.reduce((sum, { gross }) => sum + gross, 0);
    const [first] = charges;
    if (!first) return;
    const payment = this.book(first, entryDay(day, random), amount);
    this.context.books.group("customer_sum", charges, [payment]);
  }

  private refund(charge: Charge): void {
    const { random } = this;
    const half = priceIn(charge.client.currency, Math.round(charge.gross / 2));
    const amount = random.chance(RATES.refundedInFull) ? charge.gross : half;
    const day = charge.day + random.between(2, 30);
    this.giveBack(charge, "refund", day, amount, RATES.refundRecorded);
  }

  private dispute(charge: Charge): void {
    const day = charge.day + this.random.between(8, 45);
    this.giveBack(charge, "dispute", day, charge.gross, RATES.disputeRecorded);
  }

  private giveBack(
    charge: Charge,
    type: "refund" | "dispute",
    day: number,
    amount: number,
    recorded: number,
  ): void {
    if (day >= FIRST_DAY + this.days) return;
    const { client, chargeId } = charge;
    const line: LineInput = { id: "", type, date: "", amount: -amount, net: -amount };
    line.description = type === "refund" ? "REFUND FOR CHARGE" : "Chargeback withdrawal";
    line.reference = chargeId;
    const showsCustomer = this.signLine(line, client);
    const facts = { customer: client.index, showsCustomer, references: [chargeId] };
    const back = this.context.books.addLine(client.currency, day, line, 0, facts);
    if (!this.random.chance(recorded)) return;
    const payment = this.book(charge, entryDay(day, this.random), -amount);
    this.context.books.group(type, [back], [payment]);
  }

  /** A bank transfer or cash: in the books only. */
  private transfer(client: Client, day: number): void {
    const { random } = this;
    const payment: PaymentInput = {
      id: "",
      date: "",
      amount: this.price(client),
      currency: client.currency,
    };
    payment.customerName = client.inBooks;
    if (random.chance(0.7)) payment.note = random.pick(client.language.phrases.transfer);
    payment.type = "Payment";
    const facts: RowFacts = { customer: client.index, showsCustomer: true, references: [] };
    this.context.books.addPayment(entryDay(day, random), payment, facts);
  }

  private book({ client, chargeId, number }: Charge, day: number, amount: number): PaymentInput {
    const { random } = this;
    const { language, currency } = client;
    const payment: PaymentInput = { id: "", date: "", amount, currency };
    const memo: string[] = [];
    const references: string[] = [];
    const written = random.chance(RATES.paymentNameRespelled)
      ? writeName(client.name, language, ledgerHabits(language), random)
      : client.inBooks;
    const named = !random.chance(RATES.paymentNameMissing);
    if (named) payment.customerName = written;
    const inMemo = !named && random.chance(RATES.paymentNameInNote);
    if (inMemo) memo.push(random.pick(language.phrases.paidBy).replace("{}", written));
    const mailed = random.chance(named ? RATES.paymentEmail : RATES.paymentEmailWithoutName);
    if (mailed) payment.email = client.email;
    if (random.chance(RATES.numberOnPayment)) {
      references.push(number);
      if (random.chance(0.35)) payment.reference = number;
      else memo.push(this.invoiceMemo(number, client));
    } else if (random.chance(RATES.chargeOnPayment)) {
      references.push(chargeId);
      payment.reference = chargeId.slice(0, REFERENCE_WIDTH);
    }
    if (amount < 0) memo.push(language.phrases.refund);
    else if (memo.length === 0 && random.chance(RATES.idleNote)) memo.push(language.phrases.thanks);
    if (memo.length > 0) payment.note = memo.join(random.pick([", ", " / ", " "]));
    payment.type = amount < 0 ? "RefundReceipt" : "Payment";
    const facts = { customer: client.index, showsCustomer: named || inMemo || mailed, references };
    return this.context.books.addPayment(day, payment, facts);
  }

  private invoiceMemo(number: string, { language }: Client): string {
    const { random } = this;
    const { digits } = language;
    const shown =
      digits !== undefined && random.chance(RATES.ownDigits)
        ? number.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)
        : number;
    return random.pick(language.phrases.invoice).replace("{}", shown);
  }
}

/** Payments are entered on Tuesdays and Fridays; most are backdated to the sale. */
function entryDay(day: number, random: Random): number {
  if (random.chance(0.5)) return day;
  // Where the customer's day is another than the processor's.
  if (random.chance(0.25)) return day + random.pick([-1, 1]);
  let entered = day + (random.chance(0.06) ? random.between(5, 18) : 0);
  while (weekday(entered) !== 1 && weekday(entered) !== 4) entered++;
  return entered;
}
