import type { LineInput, PaymentInput } from "@/matching/engine/contract";
import { type LineRef, processorId, type ShapeContext, type WriteShape } from "../books";
import { FIRST_DAY, spanOf } from "../calendar";
import { addFeeLine, feeOf } from "../fees";
import type { RowFacts } from "../model";
import { type Shopper, Shoppers } from "../names/shoppers";
import type { Random, Weighted } from "../random";
import { NOISE, wayToRecord } from "../rates";

/**
 * A shop with about a thousand orders a day, most of strangers who never return: few prices, many
 * people of one name, and books that a connector writes. Shares from 0 to 1.
 */
const RATES = {
  ...NOISE,
  /** Orders paid by card; PayPal and cash come on top, in the books only. */
  perDay: 740,
  paypal: 0.2,
  cash: 0.06,
  /** What says so. */
  meansInNote: 0.96,
  returning: 0.06,
  /** Orders without an account: the line has the address and no name. */
  guests: 0.34,
  guestNamed: 0.15,
  accountEmail: 0.85,
  guestEmail: 0.96,

  numberOnLine: 0.6,
  /** Payments with the order's number; nameless ones come from the connector and have it oftener. */
  numberOnPayment: 0.45,
  numberOnNameless: 0.62,
  numberInNote: 0.4,
  /** Sales receipts of "Web Customer" or without a customer. */
  webCustomer: 0.1,
  noCustomer: 0.03,
  paymentEmail: 0.3,

  /** The stores abroad whose orders are booked in sums on some days. */
  summedNet: 0.15,
  summedNextDay: 0.3,
  sumMissing: 0.035,
  /** The connector posts an order twice. */
  postedTwice: 0.003,
  netRecorded: 0.015,
  transposed: 0.001,
  /** Tax rounded otherwise. */
  smallDifference: 0.006,
  refunded: 0.035,
  refundedInFull: 0.62,
};

interface Store {
  currency: string;
  share: number;
  name: string;
  /** Cents added to the price, by what shipping the buyer chose. */
  shipping: Weighted<number>;
  /** Books some days as one sum per card brand instead of by order. */
  summed: boolean;
}

const STORES: readonly Store[] = [
  {
    currency: "USD",
    share: 0.68,
    name: "US Store",
    shipping: [
      [0, 38],
      [499, 34],
      [799, 18],
      [1299, 10],
    ],
    summed: false,
  },
  {
    currency: "EUR",
    share: 0.19,
    name: "EU Store",
    shipping: [
      [0, 30],
      [490, 50],
      [990, 20],
    ],
    summed: true,
  },
  {
    currency: "GBP",
    share: 0.13,
    name: "UK Store",
    shipping: [
      [0, 35],
      [399, 45],
      [699, 20],
    ],
    summed: true,
  },
];

const BRANDS = { Visa: 56, Mastercard: 32, Amex: 12 };

/** Cents; the two bestsellers make up nearly half. */
const PRICES: Weighted<number> = [
  [1999, 26],
  [2499, 20],
  [1499, 10],
  [2999, 10],
  [999, 8],
  [3499, 7],
  [3999, 6],
  [4999, 5],
  [1299, 4],
  [5999, 2],
  [8999, 2],
];
/** Share of the price that a code takes off. */
const DISCOUNTS: Weighted<number> = [
  [0, 84],
  [0.1, 9],
  [0.15, 4],
  [0.2, 3],
];
const DAYS_TO_RECEIPT: Weighted<number> = [
  [0, 66],
  [1, 27],
  [2, 4],
  [3, 1.5],
  [-1, 1],
  [7, 0.5],
];
/** How many days the connector stays in one mode. */
const MODE_LASTS = { from: 1, to: 4 } as const;
const DAYS_TO_REFUND = { from: 1, to: 12 } as const;
const DAYS_TO_DISPUTE = { from: 3, to: 30 } as const;

interface Order {
  shopper: Shopper;
  guest: boolean;
  store: Store;
  day: number;
  amount: number;
  number: number;
}

interface Charge extends LineRef {
  order: Order;
  brand: string;
  chargeId: string;
}

export const writeOrders: WriteShape = (context) => new OrdersWriter(context).write();

class OrdersWriter {
  private readonly random: Random;
  private readonly maker: Shoppers;
  private readonly shoppers: Shopper[] = [];
  private number = 10_260;
  private lastDay = FIRST_DAY;

  constructor(private readonly context: ShapeContext) {
    this.random = context.random;
    this.maker = new Shoppers(this.random.fork("shoppers"));
  }

  write(): void {
    const { random, context } = this;
    const { days, perDay } = spanOf(context.lines, RATES.perDay);
    this.lastDay = FIRST_DAY + days - 1;
    const modes = this.random.fork("modes");
    let summing = modes.chance(0.5);
    let daysLeft = modes.between(MODE_LASTS.from, MODE_LASTS.to);
    const count = Math.round(Math.min(perDay, context.lines / days) / (1 + RATES.refunded));
    for (let day = FIRST_DAY; day <= this.lastDay; day++) {
      const open: Charge[] = [];
      // Some days are a fifth busier than others.
      const orders = days > 1 ? Math.round(count * (0.8 + 0.4 * random.next())) : count;
      for (let i = 0; i < orders; i++) this.takeOrder(day, summing, open);
      this.bookSums(open, day);
      if (--daysLeft > 0) continue;
      summing = !summing;
      daysLeft = modes.between(MODE_LASTS.from, MODE_LASTS.to);
    }
  }

  /** One order paid by card, and now and then one that the processor never sees. */
  private takeOrder(day: number, summing: boolean, open: Charge[]): void {
    const { random } = this;
    const charge = this.charge(this.order(day));
    if (summing && charge.order.store.summed) open.push(charge);
    else if (!random.chance(RATES.paymentMissing)) this.record(charge);
    if (random.chance(RATES.refunded)) this.refund(charge);
    else if (random.chance(RATES.disputed)) this.dispute(charge);
    if (random.chance(RATES.feeLines))
      addFeeLine(this.context.books, charge.order.store.currency, day, random);
    const byCard = 1 - RATES.paypal - RATES.cash;
    if (random.chance(RATES.paypal / byCard)) this.bookElsewhere(this.order(day), "PayPal");
    if (random.chance(RATES.cash / byCard)) this.bookElsewhere(this.order(day), "Cash");
  }

  private order(day: number): Order {
    const { random } = this;
    const again = this.shoppers.length > 100 && random.chance(RATES.returning);
    const shopper = again ? random.pick(this.shoppers) : this.maker.make();
    if (!again) this.shoppers.push(shopper);
    const store = random.weighted(STORES.map((each) => [each, each.share] as const));
    const guest = random.chance(RATES.guests);
    return { shopper, guest, store, day, amount: basket(store, random), number: this.number++ };
  }

  private charge(order: Order): Charge {
    const { random } = this;
    const { store, amount, day, number } = order;
    const brand = random.weighted(BRANDS);
    const chargeId = processorId("ch_3", random);
    const fee = feeOf(amount, store.currency);
    const line: LineInput = { id: "", type: "charge", date: "", amount };
    if (!random.chance(RATES.lineFeeMissing)) line.fee = fee;
    if (!random.chance(RATES.lineNetMissing)) line.net = amount - fee;
    const numbered = random.chance(RATES.numberOnLine);
    const what = numbered ? writeNumber(number, random) : `${store.name} order`;
    line.description = random.chance(0.8)
      ? `${what} - ${brand} ${String(random.between(0, 9999)).padStart(4, "0")}`
      : `${brand} payment, ${what}`;
    const showsCustomer = this.signLine(line, order);
    const references = numbered ? [String(number)] : [];
    if (!random.chance(RATES.lineReferenceMissing)) {
      line.reference = chargeId;
      references.push(chargeId);
    }
    const facts = { customer: order.shopper.index, showsCustomer, references };
    const ref = this.context.books.addLine(store.currency, day, line, fee, facts);
    return { ...ref, order, brand, chargeId };
  }

  private signLine(line: LineInput, { shopper, guest }: Order): boolean {
    const { random } = this;
    const named = !guest || random.chance(RATES.guestNamed);
    if (named) line.entity = shopper.onCard;
    const mailed = random.chance(guest ? RATES.guestEmail : RATES.accountEmail);
    if (mailed) line.email = shopper.email;
    return named || mailed;
  }

  private record(charge: Charge): void {
    const { random } = this;
    const { order } = charge;
    const { kind, amount } = wayToRecord(charge, RATES, random);
    const day = order.day + random.weighted(DAYS_TO_RECEIPT);
    const payment = this.book(order, day, amount);
    this.context.books.group(kind, [charge], [payment]);
  }

  private book(order: Order, day: number, amount: number, means?: string): PaymentInput {
    const { random } = this;
    const { shopper, store, number } = order;
    const payment: PaymentInput = { id: "", date: "", amount, currency: store.currency };
    const customer = random.weighted([
      ["own", 1 - RATES.webCustomer - RATES.noCustomer],
      ["collective", RATES.webCustomer],
      ["none", RATES.noCustomer],
    ] as const);
    const named = customer === "own";
    if (named) payment.customerName = shopper.onParcel;
    if (customer === "collective") payment.customerName = "Web Customer";
    const mailed = random.chance(RATES.paymentEmail);
    if (mailed) payment.email = shopper.email;
    const memo: string[] = means === undefined ? [] : [means];
    const numbered = random.chance(named ? RATES.numberOnPayment : RATES.numberOnNameless);
    if (numbered) {
      const written = writeNumber(number, random);
      if (random.chance(RATES.numberInNote)) memo.push(written);
      else payment.reference = written;
    }
    if (memo.length > 0) payment.note = memo.join(", ");
    payment.type = amount < 0 ? "RefundReceipt" : "SalesReceipt";
    const references = numbered ? [String(number)] : [];
    const facts: RowFacts = { customer: shopper.index, showsCustomer: named || mailed, references };
    if (random.chance(RATES.postedTwice)) this.context.books.addPayment(day, { ...payment }, facts);
    return this.context.books.addPayment(day, payment, facts);
  }

  private bookElsewhere(order: Order, means: "PayPal" | "Cash"): void {
    const { random } = this;
    const said = random.chance(RATES.meansInNote) ? saidMeans(means, random) : undefined;
    this.book(order, order.day + random.weighted(DAYS_TO_RECEIPT), order.amount, said);
  }

  private refund(charge: Charge): void {
    const { random } = this;
    const part = Math.round(charge.gross * random.pick([0.2, 0.5, 0.5, 0.8]));
    const amount = random.chance(RATES.refundedInFull) ? charge.gross : part;
    const day = charge.day + random.between(DAYS_TO_REFUND.from, DAYS_TO_REFUND.to);
    this.giveBack(charge, "refund", day, amount, RATES.refundRecorded);
  }

  private dispute(charge: Charge): void {
    const day = charge.day + this.random.between(DAYS_TO_DISPUTE.from, DAYS_TO_DISPUTE.to);
    this.giveBack(charge, "dispute", day, charge.gross, RATES.disputeRecorded);
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
    const { order, chargeId, brand } = charge;
    const { shopper, store, number } = order;
    const line: LineInput = { id: "", type, date: "", amount: -amount, net: -amount };
    const what = type === "refund" ? "Refund" : "Chargeback";
    const numbered = random.chance(RATES.numberOnLine);
    line.description = numbered
      ? `${what} ${writeNumber(number, random)} - ${brand}`
      : `${what} - ${brand}`;
    line.reference = chargeId;
    const showsCustomer = this.signLine(line, order);
    const references = numbered ? [String(number), chargeId] : [chargeId];
    const facts = { customer: shopper.index, showsCustomer, references };
    const back = this.context.books.addLine(store.currency, day, line, 0, facts);
    if (!random.chance(recorded)) return;
    const payment = this.book(order, day + random.weighted(DAYS_TO_RECEIPT), -amount);
    this.context.books.group(type, [back], [payment]);
  }

  /** One payment per store and card brand for the day's charges. */
  private bookSums(open: readonly Charge[], day: number): void {
    const { random } = this;
    for (const store of STORES) {
      for (const brand of Object.keys(BRANDS)) {
        const charges = open.filter((each) => each.order.store === store && each.brand === brand);
        if (charges.length === 0 || random.chance(RATES.sumMissing)) continue;
        const net = random.chance(RATES.summedNet);
        const amount = charges.reduce((sum, { gross, fee }) => sum + gross - (net ? fee : 0), 0);
        const payment = this.bookSum(store, brand, amount, charges.length);
        const booked = day + (random.chance(RATES.summedNextDay) ? 1 : 0);
        this.context.books.group("brand_sum", charges, [
          this.context.books.addPayment(booked, payment),
        ]);
      }
    }
  }

  private bookSum(store: Store, brand: string, amount: number, count: number): PaymentInput {
    const { random } = this;
    const payment: PaymentInput = { id: "", date: "", amount, currency: store.currency };
    payment.customerName = random.pick([`${store.name} - ${brand}`, "Web Customer", store.name]);
    payment.note = random.pick([
      `Daily summary ${brand}`,
      `${brand} sales, ${count} orders`,
      `${store.name} ${brand}`,
    ]);
    payment.type = "SalesReceipt";
    return payment;
  }
}

/** Mostly one article, sometimes two: the same sums over and over. Minor units. */
function basket({ shipping }: Store, random: Random): number {
  const articles = random.weighted([
    [1, 76],
    [2, 19],
    [3, 5],
  ]);
  let cents = 0;
  for (let i = 0; i < articles; i++) cents += random.weighted(PRICES);
  return Math.round(cents * (1 - random.weighted(DISCOUNTS))) + random.weighted(shipping);
}

function writeNumber(number: number, random: Random): string {
  return random.pick(["#{}", "Order {}", "WC-{}", "Order #{}", "{}"]).replace("{}", String(number));
}

function saidMeans(means: "PayPal" | "Cash", random: Random): string {
  if (means === "Cash") return random.pick(["Cash", "cash on delivery", "COD", "Paid cash"]);
  const id = random
    .between(36 ** 7, 36 ** 8 - 1)
    .toString(36)
    .toUpperCase();
  return random.pick(["PayPal", "paypal", "Paid with PayPal", `PayPal ${id}`]);
}
