import type { PaymentInput } from "@/matching/engine/contract";
import type { Books, LineRef } from "../../books";
import { businessDayFrom, dateOf, Sessions } from "../../calendar";
import type { Random } from "../../random";
import { transpose } from "../../rates";
import { addCharge, addReceipt, addRefund, type ChargeRow } from "../rows";
import { type Buyer, NOBODY } from "./buyers";
import { type Numbers, numbersInBooks, numbersOnCharge } from "./numbers";
import type { PluginRates, Shop } from "./shop";

export interface Order {
  buyer: Buyer;
  currency: string;
  day: number;
  /** Minor units. */
  amount: number;
  numbers: Numbers;
  /** Those in the books, which for renewals may be others. */
  booked: Numbers;
}

interface Entry {
  day: number;
  /** Minor units, signed. */
  amount: number;
  means?: "card" | "bank transfer" | "PayPal";
}

/** Days from the charge to the date of the receipt, each as often as it stands here. */
const LAGS = {
  payment: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, -1],
  shipping: [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 6, 6, 8, 11, 15],
  entry: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 7],
} as const;
const BETWEEN_SESSIONS = { from: 5, to: 8 } as const;

/** Writes orders at the processor and into the books of one shop. */
export class PluginLedger {
  private readonly sessions: Sessions;
  private readonly batchDays = new Map<number, boolean>();
  private readonly batch: ChargeRow[] = [];

  constructor(
    readonly books: Books,
    private readonly random: Random,
    private readonly rates: PluginRates,
    private readonly shop: Shop,
  ) {
    this.sessions = new Sessions(random.fork("sessions"), BETWEEN_SESSIONS);
  }

  /** The books have one sum of this day. */
  isBatched(day: number): boolean {
    const drawn = this.batchDays.get(day) ?? this.random.chance(this.shop.dayBatches);
    this.batchDays.set(day, drawn);
    return drawn;
  }

  /** A charge of an order, of all of it or of a part. */
  charge(order: Order, day: number, amount = order.amount): ChargeRow {
    const { random, rates, shop, books } = this;
    const { buyer, currency, numbers } = order;
    const named = !random.chance(rates.lineNameMissing);
    const asCompany = buyer.company !== null && random.chance(rates.companyOnLine);
    const byPhone = random.chance(rates.byPhone);
    return addCharge(books, random, rates, {
      day,
      currency,
      amount,
      shown: {
        customer: buyer.index,
        name: named ? ((asCompany ? buyer.company : null) ?? buyer.billing) : undefined,
        email: random.chance(rates.lineEmail) ? buyer.email : undefined,
        profile: shop.profiles ? buyer.atProcessor : undefined,
      },
      ...(byPhone ? {} : numbersOnCharge(numbers, shop)),
    });
  }

  /** The receipt of one charge: alone, in the sum of its day, or not at all. */
  record(order: Order, charge: ChargeRow): void {
    const { random, rates, shop, books } = this;
    if (this.isBatched(charge.day)) {
      this.batch.push(charge);
      return;
    }
    if (random.chance(rates.paymentMissing)) return;
    const swapped = !shop.synced && random.chance(rates.transposed);
    const amount = swapped ? transpose(charge.gross, random) : charge.gross;
    const kind = amount === charge.gross ? "one_to_one" : "transposed";
    books.group(kind, [charge], [this.enter(order, { day: charge.day, amount })]);
  }

  /**
   * One receipt for several lines of an order. @returns the receipt where they are of several
   * payouts, and so without a group
   */
  recordTogether(order: Order, day: number, lines: LineRef[]): PaymentInput | null {
    const amount = lines.reduce((sum, { gross }) => sum + gross, 0);
    const payment = this.enter(order, { day, amount });
    if (lines.some(({ depositId }) => depositId !== lines[0]?.depositId)) return payment;
    this.books.group("customer_sum", lines, [payment]);
    return null;
  }

  /** Writes the sums of a day whose receipts the bookkeeper did not write one by one. */
  closeDay(day: number): void {
    const charges = this.batch.splice(0);
    for (const currency of new Set(charges.map(({ request }) => request.currency))) {
      const own = charges.filter(({ request }) => request.currency === currency);
      const payment = addReceipt(this.books, {
        day,
        currency,
        amount: own.reduce((sum, { gross }) => sum + gross, 0),
        shown: { customer: NOBODY, name: "Web sales", anonymous: true },
        note: `Web sales ${dateOf(day)}, ${own.length} orders`,
        type: "SalesReceipt",
      });
      this.books.group(own.length === 1 ? "one_to_one" : "daily_sum", own, [payment]);
    }
  }

  giveBack(order: Order, charge: ChargeRow, day: number, amount: number): void {
    const back = addRefund(this.books, charge, day, amount);
    if (!this.random.chance(this.rates.refundRecorded)) return;
    this.books.group("refund", [back], [this.enter(order, { day, amount: -amount })]);
  }

  /** A receipt of an order. */
  enter(order: Order, { day, amount, means = "card" }: Entry): PaymentInput {
    const { random, rates, shop, books } = this;
    const { buyer, booked, currency } = order;
    const numbered = means === "card" ? shop.numberShown : 0.9;
    const written = random.chance(numbered)
      ? numbersInBooks(booked, order.day, { shop, rates, random })
      : { numbers: [] };
    const said = means === "card" || random.chance(rates.saysMeans);
    const items = `${random.between(1, 4)} items, SKU ${random.between(1_000, 9_999)}`;
    const note = [
      written.note,
      shop.notesItems ? items : undefined,
      said && means !== "card" ? means : undefined,
    ].filter((part) => part !== undefined);
    const customer = this.customer(buyer);
    const anonymous = customer.name === undefined && customer.email === undefined;
    const unknown = (anonymous || customer.collective) && written.numbers?.length === 0;
    const payment = addReceipt(books, {
      day: means === "card" && amount > 0 ? this.datedOn(day) : businessDayFrom(day),
      currency,
      amount,
      shown: {
        customer: unknown ? NOBODY : buyer.index,
        name: customer.name,
        email: customer.email,
        profile: customer.name === buyer.inBooks && shop.profiles ? buyer.atBooks : undefined,
        anonymous: customer.collective && customer.email === undefined,
      },
      reference: written.reference,
      note: note.length > 0 ? note.join(", ") : random.chance(0.5) ? "Web sale" : undefined,
      numbers: written.numbers,
      type: amount < 0 ? "RefundReceipt" : shop.synced ? "SalesReceipt" : "Payment",
    });
    if (shop.statesMethod && said) payment.method = means === "card" ? "Credit Card" : means;
    return payment;
  }

  private customer(buyer: Buyer): { name?: string; email?: string; collective: boolean } {
    const { random, rates, shop } = this;
    const email = random.chance(shop.paymentEmail) ? { email: buyer.email } : {};
    if (buyer.guest && shop.guests === "collective") {
      return { name: "Guest customer", ...email, collective: true };
    }
    if (buyer.guest && shop.guests === "email") return { name: buyer.email, collective: false };
    if (random.chance(rates.paymentNameMissing)) return { ...email, collective: false };
    const person = buyer.company !== null && random.chance(rates.personInBooks);
    return { name: person ? buyer.personInBooks : buyer.inBooks, ...email, collective: false };
  }

  private datedOn(day: number): number {
    const { dated } = this.shop;
    if (dated === "session") return this.sessions.after(day);
    const later = day + this.random.pick<number>(LAGS[dated]);
    return dated === "payment" ? later : Math.max(day, businessDayFrom(later));
  }
}
