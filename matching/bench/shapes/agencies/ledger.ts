import type { PaymentInput } from "@/matching/engine/contract";
import { type Books, REFERENCE_WIDTH } from "../../books";
import { businessDayFrom, isWeekend, lastOfMonth, period, Sessions, yearOf } from "../../calendar";
import type { Random, Weighted } from "../../random";
import { addCharge, addReceipt, addRefund, type ChargeRow, type Shown } from "../rows";
import type { Account, AgencyRates, Client, Habit } from "./accounts";

/** Days between two sessions at the desk of bookkeepers who catch up. */
const BETWEEN_SESSIONS = { from: 6, to: 17 } as const;
const PROMPT: Weighted<number> = [
  [0, 44],
  [1, 26],
  [2, 12],
  [3, 8],
  [4, 4],
  [-1, 4],
  [6, 2],
];
const EMPTY_NOTES = [
  "Created by QB Online to link credits to charges.",
  "card",
  "CC payment",
  "paid online",
  "Stripe",
  "thanks!",
  "Visa",
] as const;

export interface Invoice {
  account: Account;
  client: Client;
  number: number;
  /** Minor units. */
  amount: number;
  day: number;
  /** What it is for: "Retainer Mar 2024". */
  subject: string;
}

/** Writes invoices to both sides: as the processor's charges and as the payments in the books. */
export class InvoiceLedger {
  private checkNumber = 1043;
  private readonly sessions: Sessions;

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: AgencyRates,
    /** Nothing happens at the processor after this day. */
    private readonly lastDay: number,
  ) {
    this.sessions = new Sessions(random.fork("sessions"), BETWEEN_SESSIONS);
  }

  /** The charge of one invoice, or of two. @param amount minor units */
  charge(invoice: Invoice, amount: number, second?: Invoice): ChargeRow {
    const { random, rates } = this;
    const { account, client, day, number } = invoice;
    const shown = random.chance(rates.invoiceOnLine);
    const long = `INV-${yearOf(day)}-${number}`;
    const label =
      account.clients.length > 1 && random.chance(rates.lineNamesClient) ? client.label : "";
    const text = shown
      ? random.pick([
          `Invoice ${number}`,
          `Payment for Invoice ${long}`,
          `${invoice.subject} (${long})`,
        ])
      : random.pick([invoice.subject, invoice.subject, "Payment for invoice", "Card payment"]);
    const numbers = shown ? [String(number)] : [];
    const also = second && shown ? ` + ${second.number}` : "";
    if (second && shown) numbers.push(String(second.number));
    return addCharge(this.books, random, rates, {
      day,
      currency: client.currency,
      amount,
      shown: this.payer(account, client, label !== ""),
      description: `${text}${also}${label === "" ? "" : ` - ${label}`}`,
      reference: shown && random.chance(rates.invoiceInReference) ? `${long}${also}` : undefined,
      numbers,
    });
  }

  /** A payment in the books. @param amount minor units, signed */
  receive(invoice: Invoice, charge: ChargeRow | undefined, amount: number): PaymentInput {
    const { random, rates } = this;
    const number = String(invoice.number);
    const form = random.pick([number, number, `INV-${number}`, `${yearOf(invoice.day)}-${number}`]);
    let reference: string | undefined;
    let note = random.chance(rates.noted) ? this.note(invoice) : undefined;
    let numbers: string[] = [];
    if (random.chance(rates.invoiceOnPayment)) {
      numbers = [number];
      if (random.chance(0.65)) reference = form;
      else
        note = random.pick([
          `inv ${number}`,
          `for invoice #${number}`,
          `${invoice.subject}, ${form}`,
        ]);
    } else if (charge && random.chance(rates.chargeOnPayment)) {
      numbers = [charge.chargeId];
      reference = charge.chargeId.slice(0, REFERENCE_WIDTH);
    } else if (random.chance(0.12)) {
      reference = random.pick(["card", "Stripe", "CC", period(invoice.day, random)]);
    }
    return addReceipt(this.books, {
      day: this.bookedOn(invoice),
      currency: invoice.client.currency,
      amount,
      shown: this.inBooks(invoice),
      reference,
      note,
      numbers,
    });
  }

  /** Transfer, check or PayPal: in the books only, sometimes with the invoice number too. */
  payElsewhere(invoice: Invoice): void {
    const { random } = this;
    const means = random.weighted({ transfer: 45, check: 38, PayPal: 17 });
    const check = String(this.checkNumber++);
    const notes: Readonly<Record<string, readonly string[]>> = {
      transfer: ["ACH", "Bank transfer", `Wire - ${invoice.subject}`, "BACS"],
      check: [`Check ${check}`, "check", "Paid by check"],
      PayPal: ["PayPal", `PayPal ${check}AX`, "Paid through PayPal"],
    };
    const numbered = random.chance(0.3) ? String(invoice.number) : undefined;
    addReceipt(this.books, {
      day: this.onWeekday(invoice.day + random.between(-8, 14)),
      currency: invoice.client.currency,
      amount: invoice.amount,
      shown: this.inBooks(invoice),
      reference: means === "check" && random.chance(0.75) ? check : numbered,
      note: random.chance(0.75) ? random.pick(notes[means] ?? [""]) : undefined,
    });
  }

  /** Gives money back, in full or in part; the books may not know. */
  refund(invoice: Invoice, charge: ChargeRow): void {
    const { random, rates } = this;
    const day = charge.day + random.between(2, 30);
    if (day > this.lastDay) return;
    const full = random.chance(0.5);
    const amount = full
      ? charge.gross
      : Math.round((charge.gross * random.pick([0.1, 0.2, 0.5])) / 100) * 100;
    if (amount === 0) return;
    const back = addRefund(this.books, charge, day, amount);
    if (!random.chance(rates.refundRecorded)) return;
    const payment = this.receive({ ...invoice, day, subject: "Refund" }, charge, -amount);
    this.books.group("refund", [back], [payment]);
  }

  /** Charged once more by mistake and given back. */
  chargeTwice(invoice: Invoice): void {
    const day = invoice.day + this.random.between(0, 2);
    const backOn = day + this.random.between(1, 5);
    if (backOn > this.lastDay) return;
    const charge = this.charge({ ...invoice, day }, invoice.amount);
    addRefund(this.books, charge, backOn, invoice.amount);
  }

  /** Who is seen to pay: mostly one of the firm's people, by card. */
  private payer(account: Account, client: Client, namesClient: boolean): Shown {
    const { random, rates } = this;
    const { contact, onCard } = random.pickSkewed(account.contacts);
    const named = !random.chance(rates.lineNameMissing);
    const firm = random.chance(rates.lineNamesFirm);
    const { words, form } = account.firm;
    const mailed = random.chance(named ? rates.lineEmail : rates.lineEmailWithoutName);
    return {
      customer: client.index,
      among: namesClient ? undefined : account.indices,
      name: named ? (firm ? `${words} ${form}`.trim() : onCard) : undefined,
      email: mailed ? contact.email : undefined,
    };
  }

  private inBooks({ account, client }: Invoice): Shown {
    const { random, rates } = this;
    const mail = account.clients.length === 1 && random.chance(rates.paymentEmail);
    const named = !random.chance(rates.paymentNameMissing);
    return {
      customer: client.index,
      name: named ? client.inBooks : undefined,
      email: mail ? account.contacts[0]?.contact.email : undefined,
    };
  }

  private note({ account, subject }: Invoice): string {
    const { random } = this;
    const given = account.contacts[0]?.contact.name.given ?? "";
    return random.weighted<string>([
      [random.pick(EMPTY_NOTES), 45],
      [subject, 45],
      [`${given} paid by card`, 10],
    ]);
  }

  private bookedOn({ client, day }: Invoice): number {
    const { random, rates } = this;
    const habit = random.chance(rates.habitual) ? client.habit : "promptly";
    const ways: Readonly<Record<Habit, () => number>> = {
      promptly: () => this.onWeekday(day + random.weighted(PROMPT)),
      month_end: () => lastOfMonth(day),
      invoice_date: () => this.onWeekday(day - random.pick([1, 3, 5, 7, 7, 10, 14, 14, 21])),
      catching_up: () => this.sessions.after(day),
    };
    return ways[habit]();
  }

  private onWeekday(day: number): number {
    return isWeekend(day) && this.random.chance(0.8) ? businessDayFrom(day) : day;
  }
}
