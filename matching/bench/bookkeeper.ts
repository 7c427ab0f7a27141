import type { LineInput, PaymentInput } from "@/matching/engine/contract";
import { type Books, type LineRef, processorId, REFERENCE_WIDTH } from "./books";
import { bookingDay } from "./calendar";
import { feeOf } from "./fees";
import type { RowFacts } from "./model";
import type { Customer } from "./names/people";
import { respell } from "./names/spelling";
import type { Random } from "./random";
import { type NoiseRates, wayToRecord } from "./rates";

/** Something a customer paid for. */
export interface Sale {
  customer: Customer;
  day: number;
  /** Gross, minor units, positive. */
  amount: number;
  description?: string | undefined;
  /** Invoice or order number that the processor's line shows. */
  number?: string | undefined;
}

/** A charge at the processor with the identities it shows. */
export interface Charge extends LineRef {
  sale: Sale;
  /** The processor's id, even where the line hides it. */
  chargeId: string;
}

/** How a payment is written into the books. */
export interface Receipt {
  customer: Customer;
  /** The day it is booked. */
  day: number;
  /** Signed, minor units. */
  amount: number;
  /** What may be noted: the processor's id and the number of the sale. */
  chargeId?: string | undefined;
  number?: string | undefined;
  type?: string | undefined;
}

const IDLE_NOTES = ["Thank you!", "Online payment", "Imported", "Auto-pay", "Web"] as const;
const DISPUTE_FEE = 1500;
const DAYS_TO_REFUND = { from: 1, to: 25 } as const;

/** Writes sales into both books, with all that goes wrong on the way. */
export class Bookkeeper {
  private checkNumber = 1001;

  constructor(
    readonly books: Books,
    readonly random: Random,
    readonly rates: NoiseRates,
    /** Nothing happens after this day. */
    private readonly lastDay: number,
  ) {}

  /** A sale with its charge, its payment (mostly), and what may follow. */
  sell(sale: Sale): void {
    const charge = this.charge(sale);
    if (!this.random.chance(this.rates.paymentMissing)) this.record(charge);
    this.aftermath(charge);
  }

  /** The processor's side only. */
  charge(sale: Sale): Charge {
    const { random, rates } = this;
    const { customer, amount } = sale;
    const chargeId = processorId("ch_3", random);
    const fee = feeOf(amount, customer.currency);
    const line: LineInput = { id: "", type: "charge", date: "", amount };
    if (!random.chance(rates.lineFeeMissing)) line.fee = fee;
    if (!random.chance(rates.lineNetMissing)) line.net = amount - fee;
    if (sale.description !== undefined) line.description = sale.description;
    const showsCustomer = this.signLine(line, customer);
    const references = this.referLine(line, chargeId, sale.number);
    const facts = { customer: customer.index, showsCustomer, references };
    const ref = this.books.addLine(customer.currency, sale.day, line, fee, facts);
    return { ...ref, sale, chargeId };
  }

  /** One payment for one charge, in one of the ways in which books are kept. */
  record(charge: Charge): void {
    const { kind, amount } = wayToRecord(charge, this.rates, this.random);
    const day = bookingDay(this.random, charge.day);
    const { customer, number } = charge.sale;
    const payment = this.receive({ customer, day, amount, chargeId: charge.chargeId, number });
    this.books.group(kind, [charge], [payment]);
  }

  /** The ledger's side only. */
  receive(receipt: Receipt): PaymentInput {
    const { random, rates } = this;
    const { customer, amount } = receipt;
    const payment: PaymentInput = { id: "", date: "", amount, currency: customer.currency };
    const named = !random.chance(rates.paymentNameMissing);
    let showsCustomer = named;
    if (named) {
      const respelled = random.chance(rates.paymentNameRespelled);
      payment.customerName = respelled ? respell(customer.parts, random) : customer.inBooks;
    } else if (rates.namelessCustomer !== undefined) {
      payment.customerName = rates.namelessCustomer;
    }
    if (random.chance(named ? rates.paymentEmail : rates.paymentEmailWithoutName)) {
      payment.email = customer.email;
      showsCustomer = true;
    }
    const references = this.referPayment(payment, receipt);
    if (!showsCustomer && payment.note === undefined && random.chance(rates.paymentNameInNote)) {
      payment.note = `Payment ${customer.name}`;
      showsCustomer = true;
    }
    if (payment.note === undefined && random.chance(rates.idleNote)) {
      payment.note = random.pick(IDLE_NOTES);
    }
    payment.type = receipt.type ?? (amount < 0 ? "RefundReceipt" : "Payment");
    const facts = { customer: customer.index, showsCustomer, references };
    return this.books.addPayment(receipt.day, payment, facts);
  }

  /** Cash, a check or a transfer: in the books only. */
  receiveElsewhere(customer: Customer, day: number, amount: number): void {
    const { random } = this;
    const payment: PaymentInput = { id: "", date: "", amount, currency: customer.currency };
    const named = !random.chance(this.rates.paymentNameMissing);
    if (named) payment.customerName = customer.inBooks;
    const means = random.pick(["check", "check", "cash", "transfer", "unknown"]);
    if (means === "check") payment.reference = String(this.checkNumber++ % 10_000);
    if (means !== "unknown" && random.chance(0.5)) payment.note = `Paid by ${means}`;
    payment.type = random.chance(0.5) ? "Payment" : "SalesReceipt";
    const facts: RowFacts = { customer: customer.index, showsCustomer: named, references: [] };
    this.books.addPayment(day, payment, facts);
  }

  /** Refunds, disputes and fee lines that a charge may bring about later. */
  aftermath(charge: Charge): void {
    const { random, rates } = this;
    if (random.chance(rates.refunded)) this.refund(charge);
    else if (random.chance(rates.disputed)) this.dispute(charge);
    if (random.chance(rates.feeLines)) this.feeLine(charge);
  }

  private refund(charge: Charge): void {
    const { random, rates } = this;
    const full = random.chance(rates.refundedInFull);
    const part = random.pick([0.2, 0.25, 0.5, 0.5, 0.75]);
    const amount = full ? charge.gross : Math.max(1, Math.round(charge.gross * part));
    const day = charge.day + random.between(DAYS_TO_REFUND.from, DAYS_TO_REFUND.to);
    this.giveBack(charge, "refund", day, amount, rates.refundRecorded);
  }

  private dispute(charge: Charge): void {
    const day = charge.day + this.random.between(5, 40);
    if (day > this.lastDay) return;
    this.giveBack(charge, "dispute", day, charge.gross, this.rates.disputeRecorded);
    const { currency } = charge.sale.customer;
    const description = "Dispute fee";
    const line: LineInput = { id: "", type: "fee", date: "", amount: -DISPUTE_FEE, description };
    this.books.addLine(currency, day, line);
  }

  private giveBack(
    charge: Charge,
    type: "refund" | "dispute",
    day: number,
    amount: number,
    recorded: number,
  ): void {
    if (day > this.lastDay) return;
    const { random } = this;
    const { customer, number } = charge.sale;
    const line: LineInput = { id: "", type, date: "", amount: -amount };
    if (random.chance(0.9)) line.net = -amount;
    line.description = type === "refund" ? "REFUND FOR CHARGE" : "Chargeback withdrawal";
    const showsCustomer = this.signLine(line, customer);
    const references = this.referLine(line, charge.chargeId, number);
    const facts = { customer: customer.index, showsCustomer, references };
    const back = this.books.addLine(customer.currency, day, line, 0, facts);
    if (!random.chance(recorded)) return;
    const payment = this.receive({
      customer,
      day: bookingDay(random, day),
      amount: -amount,
      chargeId: charge.chargeId,
      number,
    });
    this.books.group(type, [back], [payment]);
  }

  private feeLine(charge: Charge): void {
    const { currency } = charge.sale.customer;
    const amount = -this.random.between(150, 4000);
    const description = "Billing - usage fee";
    this.books.addLine(currency, charge.day, {
      id: "",
      type: "fee",
      date: "",
      amount,
      description,
    });
  }

  /** Writes the customer onto a line. @returns whether the line shows its customer */
  private signLine(line: LineInput, customer: Customer): boolean {
    const { random, rates } = this;
    const named = !random.chance(rates.lineNameMissing);
    if (named) {
      const respelled = random.chance(rates.lineNameRespelled);
      line.entity = respelled ? respell(customer.parts, random) : customer.name;
    }
    const mailed = random.chance(named ? rates.lineEmail : rates.lineEmailWithoutName);
    if (mailed) line.email = customer.email;
    return named || mailed;
  }

  private referLine(line: LineInput, chargeId: string, number: string | undefined): string[] {
    const shown: string[] = [];
    if (!this.random.chance(this.rates.lineReferenceMissing)) shown.push(chargeId);
    if (number !== undefined) shown.push(number);
    if (shown.length > 0) line.reference = shown.join(" ");
    return shown;
  }

  private referPayment(payment: PaymentInput, { chargeId, number }: Receipt): string[] {
    const { random, rates } = this;
    if (!random.chance(rates.paymentReference)) return [];
    const known = number !== undefined && random.chance(0.5) ? number : (chargeId ?? number);
    if (known === undefined) return [];
    if (random.chance(rates.referenceInNote)) {
      payment.note = random.pick(["Stripe charge ", "Paid online, ref. ", "Card "]) + known;
    } else {
      payment.reference = random.chance(rates.referenceCutAt21)
        ? known.slice(0, REFERENCE_WIDTH)
        : known;
    }
    return [known];
  }
}
