import type { DepositInput, PaymentInput } from "@/matching/engine/contract";
import type { LineRef, ShapeContext, WriteShape } from "../books";
import { businessDaysLater, FIRST_DAY, spanOf } from "../calendar";
import { feeOf } from "../fees";
import type { RowFacts, TruthKind } from "../model";
import { PEOPLE_RATES, People } from "../names/people";
import type { Random } from "../random";

/**
 * Payouts of which only the net total is known, against payments booked one by one on their day.
 * Shares from 0 to 1.
 */
const RATES = {
  perDay: 6,
  /** Payouts in euros instead of dollars. */
  euros: 0.12,
  /** What a payout is in the books. */
  single: 0.25,
  days: 0.45,
  batch: 0.3,
  /** Payouts of two or three days instead of one. */
  severalDays: 0.35,
  /** Payouts less the fee; the others are gross, as the fees are billed by the month. */
  lessFee: 0.55,
  /** Days with another payout of a second processor, whose payments carry a batch number. */
  secondProcessor: 0.15,
  /** Payments by cash or check per payment: on the same days, in no payout. */
  unprocessed: 0.04,
  /** Payouts that are missing in the bank, and single payments that are missing in the books. */
  depositMissing: 0.04,
  paymentMissing: 0.05,
  /** Batch payouts whose description shows the batch number. */
  batchShown: 0.6,
  paymentNameMissing: 0.05,
  /** Payouts that name their processor. */
  processorKnown: 0.8,
} as const;

type Way = "single" | "days" | "batch";
const WAYS: Readonly<Record<Way, number>> = {
  single: RATES.single,
  days: RATES.days,
  batch: RATES.batch,
};
const ROUND = [2500, 5000, 7500, 10_000, 12_000, 20_000] as const;
const SINGLE_NAMES = ["Stripe payout", "Card deposits", "Online payments", null] as const;

export const writePayouts: WriteShape = (context) => {
  const { random, lines } = context;
  const { days, perDay } = spanOf(lines, RATES.perDay);
  const writer = new PayoutWriter(context, perDay);
  let day = FIRST_DAY;
  while (day < FIRST_DAY + days) {
    const length = random.chance(RATES.severalDays) ? random.between(2, 3) : 1;
    writer.write(random.weighted(WAYS), day, length);
    if (random.chance(RATES.secondProcessor)) writer.write("batch", day, length);
    writer.writeUnprocessed(day, length);
    day += length;
  }
};

class PayoutWriter {
  private batchNumber = 4711;
  private checkNumber = 1001;
  private readonly people: People;
  private readonly random: Random;

  constructor(
    private readonly context: ShapeContext,
    private readonly perDay: number,
  ) {
    this.random = context.random;
    this.people = new People(this.random.fork("people"), PEOPLE_RATES);
  }

  /** One payout of `length` days from `day` on, with what the books say about it. */
  write(way: Way, day: number, length: number): void {
    const { random } = this;
    const currency = random.chance(RATES.euros) ? "EUR" : "USD";
    const lessFee = random.chance(RATES.lessFee);
    const sales = this.sales(day, length);
    const gross = sales.reduce((sum, sale) => sum + sale.amount, 0);
    const fees = sales.reduce((sum, sale) => sum + feeOf(sale.amount, currency), 0);
    const total = lessFee ? gross - fees : gross;
    const batch = way === "batch" ? String(this.batchNumber++) : undefined;
    const payments =
      way === "single"
        ? this.bookOnce(currency, total, day + length - 1)
        : sales.map((sale) => this.book(currency, sale, batch));
    if (random.chance(RATES.depositMissing)) return;
    const deposit = this.payout(currency, total, lessFee, day + length - 1, batch);
    if (payments.length > 0) this.context.books.group(kindOf(way, lessFee), [deposit], payments);
  }

  /** Cash and checks of the same days. */
  writeUnprocessed(day: number, length: number): void {
    for (const sale of this.sales(day, length)) {
      if (!this.random.chance(RATES.unprocessed)) continue;
      const check = this.random.chance(0.6);
      const payment = this.book("USD", sale, undefined);
      payment.note = check ? "Check" : "Cash";
      if (check) payment.reference = String(this.checkNumber++);
    }
  }

  private sales(day: number, length: number): { day: number; amount: number }[] {
    const { random } = this;
    const count = Math.max(1, Math.round(length * this.perDay * (0.5 + random.next())));
    return Array.from({ length: count }, () => ({
      day: day + random.between(0, length - 1),
      amount: random.chance(0.25) ? random.pick(ROUND) : random.between(1_200, 42_000),
    }));
  }

  private book(
    currency: string,
    sale: { day: number; amount: number },
    batch: string | undefined,
  ): PaymentInput {
    const customer = this.people.make();
    const payment: PaymentInput = { id: "", date: "", amount: sale.amount, currency };
    const named = !this.random.chance(RATES.paymentNameMissing);
    if (named) payment.customerName = customer.inBooks;
    if (batch !== undefined && this.random.chance(0.6)) payment.reference = `B${batch}`;
    else if (batch !== undefined) payment.note = `Batch B${batch}`;
    payment.type = "SalesReceipt";
    const facts: RowFacts = {
      customer: customer.index,
      showsCustomer: named,
      references: batch === undefined ? [] : [batch],
    };
    return this.context.books.addPayment(sale.day, payment, facts);
  }

  private bookOnce(currency: string, total: number, day: number): PaymentInput[] {
    const { random } = this;
    if (random.chance(RATES.paymentMissing)) return [];
    const payment: PaymentInput = { id: "", date: "", amount: total, currency };
    const customerName = random.pick(SINGLE_NAMES);
    if (customerName !== null) payment.customerName = customerName;
    payment.type = "SalesReceipt";
    return [this.context.books.addPayment(day + random.between(0, 4), payment)];
  }

  private payout(
    currency: string,
    amount: number,
    lessFee: boolean,
    lastDay: number,
    batch: string | undefined,
  ): LineRef {
    const { random } = this;
    const shown = batch !== undefined && random.chance(RATES.batchShown);
    const deposit: DepositInput = { id: "", date: "", amount, currency };
    if (lessFee && random.chance(RATES.processorKnown)) deposit.processor = "stripe";
    const code = random.between(0x100000, 0xffffff).toString(16).toUpperCase();
    const text = lessFee ? `STRIPE TRANSFER ST-${code}` : `MERCHANT BANKCD DEP ${code}`;
    deposit.description = shown ? `${text} BATCH B${batch}` : text;
    const facts = { customer: null, showsCustomer: false, references: shown ? [batch] : [] };
    const arrival = businessDaysLater(lastDay, random.between(1, 3));
    return this.context.books.addDeposit(arrival, deposit, facts);
  }
}

function kindOf(way: Way, lessFee: boolean): TruthKind {
  if (way === "single") return "single";
  return lessFee ? `${way}_less_fee` : way;
}
