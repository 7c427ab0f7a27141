import type { Books } from "../../books";
import { businessDayFrom, weekday } from "../../calendar";
import type { Random } from "../../random";
import { wayToRecord } from "../../rates";
import { addCharge, addReceipt, addRefund, type ChargeRow, type Shown } from "../rows";
import { type Client, LAW_FIRM_RATES, type Matter } from "./clients";

/** Friday, as `weekday` numbers it. */
const FRIDAY = 4;
/** An export cuts memos and references at these widths. */
const MEMO_WIDTH = 28;
const REFERENCE_WIDTH = 21;

interface Taken {
  matter: Matter;
  day: number;
  /** Minor units. */
  amount: number;
  /** "Trust" or "Bill" */
  purpose: string;
}

/** Charges on the firm's pay page, and how its bookkeeper enters them. */
export class Receipts {
  private readonly rates = LAW_FIRM_RATES;
  private readonly matterOnLine: number;
  private readonly weekly: boolean;
  private readonly profiles: boolean;

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    setup: Random,
  ) {
    const { rates } = this;
    this.matterOnLine = setup.chance(rates.companiesWithMatterOnLine)
      ? rates.matterOnLine
      : rates.matterOnLineElsewhere;
    this.weekly = setup.chance(rates.companiesWeekly);
    this.profiles = setup.chance(rates.companiesWithProfiles);
  }

  /** A first meeting, before there is a matter; it counts as the matter opened next. */
  consult(client: Client, day: number, amount: number, index: number): void {
    const { random, rates, books } = this;
    const line = this.payerShown(client.own, index);
    const description = "Initial consultation";
    const charge = addCharge(books, random, rates, {
      day,
      currency: "USD",
      amount,
      shown: line,
      description,
    });
    if (random.chance(rates.paymentMissing)) return;
    const collective = random.chance(rates.collectiveConsultation);
    const shown: Shown = collective
      ? { customer: index, name: "Consultation Clients", anonymous: true }
      : { customer: index, name: client.inBooks };
    const payment = addReceipt(books, {
      day: this.entryDay(day),
      currency: "USD",
      amount,
      shown,
      type: "SalesReceipt",
      ...(collective && random.chance(0.5)
        ? { note: `Consult ${client.own.name}`, noteShows: true }
        : {}),
    });
    books.group("one_to_one", [charge], [payment]);
  }

  /** Money into the trust account. */
  deposit(matter: Matter, day: number, amount: number): void {
    this.take({ matter, day, amount, purpose: "Trust" });
  }

  /** Money for a bill, in full or in part. */
  pay(matter: Matter, day: number, amount: number): void {
    this.take({ matter, day, amount, purpose: "Bill" });
  }

  /** One charge for the bill and a top-up of the trust, entered as two receipts. */
  payBoth(matter: Matter, day: number, amount: number): void {
    const bill = { matter, day, amount, purpose: "Bill" };
    const trust = { matter, day, amount: matter.retainer, purpose: "Trust" };
    const charge = this.charge({ ...bill, amount: amount + matter.retainer, purpose: "Payment" });
    if (this.random.chance(this.rates.paymentMissing)) return;
    const on = this.entryDay(day);
    const payments = [bill, trust].map((each) => this.receipt(each, on, charge));
    this.books.group("several_invoices", [charge], payments);
  }

  /** What is left of the trust at the end. */
  giveBack(matter: Matter, day: number): void {
    const { random, books } = this;
    const taken = { matter, day, amount: matter.retainer, purpose: "Trust" };
    const charge = this.charge(taken);
    books.group("one_to_one", [charge], [this.receipt(taken, this.entryDay(day), charge)]);
    const back = businessDayFrom(day + random.between(3, 30));
    const amount = Math.round((matter.retainer * random.pick([0.2, 0.35, 1])) / 100) * 100;
    const line = addRefund(books, charge, back, amount);
    const refund = { matter, day: back, amount: -amount, purpose: "Trust refund" };
    books.group("refund", [line], [this.receipt(refund, this.entryDay(back))]);
  }

  private take(taken: Taken): void {
    const { random, rates, books } = this;
    if (random.chance(rates.otherMeans)) {
      this.receipt(taken, this.entryDay(taken.day), undefined, "Check");
      return;
    }
    const charge = this.charge(taken);
    if (random.chance(rates.paymentMissing)) return;
    const { kind, amount } = wayToRecord(charge, rates, random);
    const payment = this.receipt({ ...taken, amount }, this.entryDay(taken.day), charge);
    books.group(kind, [charge], [payment]);
  }

  private charge({ matter, day, amount, purpose }: Taken): ChargeRow {
    const { random, rates, books } = this;
    const { number, client, payer } = matter;
    const isShown = random.chance(this.matterOnLine);
    const among = isShown ? undefined : client.matters.map(({ index }) => index);
    const kind = purpose === "Trust" ? "Trust deposit" : "Payment";
    return addCharge(books, random, rates, {
      day,
      currency: "USD",
      amount,
      shown: { ...this.payerShown(payer, matter.index), among },
      description: isShown ? `${kind} - matter ${number}` : kind,
      numbers: isShown ? [number] : [],
    });
  }

  private receipt(
    { matter, amount, purpose }: Taken,
    day: number,
    charge?: ChargeRow,
    means?: string,
  ) {
    const { random, rates } = this;
    const { client, number, subject, index } = matter;
    const name = `${client.inBooks}:${number} ${subject}`;
    const cut = charge?.chargeId.slice(0, REFERENCE_WIDTH);
    const reference = cut && random.chance(rates.receiptReference) ? cut : undefined;
    const memo = means
      ? `${means} ${purpose} ${number}`
      : `${purpose} ${number} ${client.inBooks} ${subject}`;
    const email = random.chance(rates.receiptEmail) ? client.own.email : undefined;
    const note = random.chance(0.6) ? memo.slice(0, MEMO_WIDTH) : purpose;
    return addReceipt(this.books, {
      day,
      currency: "USD",
      amount,
      shown: {
        customer: index,
        name,
        email,
        profile: this.profiles
          ? { id: String(300 + index), names: [name, ...client.names], parent: client.inBooks }
          : undefined,
      },
      reference,
      note,
      numbers: note.includes(number) ? [number] : [],
    });
  }

  private payerShown(payer: Client["own"], customer: number): Shown {
    const { random, rates } = this;
    const named = !random.chance(rates.lineNameMissing);
    return {
      customer,
      name: named ? payer.name : undefined,
      email: random.chance(rates.lineEmail) ? payer.email : undefined,
      profile: this.profiles ? payer.profile : undefined,
    };
  }

  private entryDay(day: number): number {
    if (this.weekly) return day + ((FRIDAY - weekday(day) + 7) % 7);
    return businessDayFrom(day + this.random.weighted<number>(this.rates.entryDays));
  }
}
