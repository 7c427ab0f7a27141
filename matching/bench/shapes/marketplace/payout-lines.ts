import type { LineInput } from "@/matching/engine/contract";
import type { Books, LineRef, PayoutSource } from "../../books";
import type { RowFacts } from "../../model";
import type { Random } from "../../random";
import type { Company, MarketplaceRates, Product } from "./company";
import { type Order, totalOf } from "./orders";

const SOURCE: PayoutSource = {
  processor: "marketplace",
  description: "MARKETPLACE PAYMENTS",
  prefix: "MP",
};
const COMMISSION = 0.125;
const FIXED_FEE = 30;
const OTHER_FEES = ["Promoted listings", "Listing fee", "Monthly subscription"] as const;
const CORRECTIONS = ["Lost parcel reimbursement", "Postage correction", "Goodwill credit"] as const;
const DAYS_HELD = { from: 3, to: 7 } as const;

/** What is sent, and charged, at once. */
export interface Parcel {
  day: number;
  items: readonly Product[];
  /** A line for all items, or one for each in their order. */
  itemLines: LineRef[];
  /** Of the first parcel: shipping, and tax where receipts include it. */
  extraLines: LineRef[];
  /** Commissions in lines of their own. */
  feeLines: LineRef[];
}

/** Lines of a parcel that a receipt of all of it covers. */
export function linesOf({ itemLines, extraLines }: Parcel): LineRef[] {
  return [...itemLines, ...extraLines];
}

/** Writes what the marketplace's payouts list. */
export class PayoutLines {
  /** Reserves by the day of their release. */
  private readonly held = new Map<number, number>();

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: MarketplaceRates,
    private readonly company: Company,
  ) {}

  /** Charges an order, in one parcel or several. */
  sell(order: Order): Parcel[] {
    const { random, rates, company } = this;
    const { shipped, items } = order;
    const [first, ...rest] = items;
    if (first && rest.length > 0 && random.chance(rates.severalParcels)) {
      const apart = random.chance(rates.parcelsOnOneDay) ? 0 : random.between(1, 4);
      return [
        this.send(order, shipped, [first], true),
        this.send(order, shipped + apart, rest, false),
      ];
    }
    const parcel = this.send(order, shipped, items, true);
    if (company.labels && random.chance(rates.labels)) {
      const amount = -random.pick([385, 420, 515, 640, 870]);
      this.add("fee", order.shipped, { amount, text: "Shipping label", order });
    }
    return [parcel];
  }

  /** Gives back what was asked for; shipping and items are lines of their own as they were charged. */
  refund(order: Order, day: number, inFull: boolean): LineRef[] {
    const { random, company } = this;
    const [first] = order.items;
    const goods = totalOf(order) - order.shipping;
    const part = random.pick([first?.price ?? goods, Math.round(goods / 400) * 100, 500]);
    const apart = company.shippingApart && order.shipping > 0;
    const amounts = inFull
      ? apart
        ? [goods, order.shipping]
        : [totalOf(order)]
      : [Math.max(100, Math.min(part, goods))];
    if (inFull && company.fees === "by order") {
      const amount = commissionOf(goods) - FIXED_FEE;
      this.add("fee", day, { amount, text: "Commission credit", order });
    }
    return amounts.map((amount, i) => {
      const text = i === 0 ? "Refund" : "Refund of shipping";
      return this.add("refund", day, { amount: -amount, text, order });
    });
  }

  /** What nobody bought: fees of the day, corrections, reserves. */
  closeDay(day: number, charged: number): void {
    const { random, rates, company } = this;
    if (company.fees === "by day" && charged > 0) {
      this.add("fee", day, { amount: -commissionOf(charged), text: "Selling fees" });
    }
    if (random.chance(rates.otherFees)) {
      const text = random.pick(OTHER_FEES);
      this.add("fee", day, { amount: -random.between(20, 2_400), text });
    }
    if (random.chance(rates.corrections)) {
      const amount = random.between(200, 3_500) * random.pick([1, 1, -1]);
      this.add("adjustment", day, { amount, text: random.pick(CORRECTIONS) });
    }
    if (company.reserve && charged > 0 && random.chance(rates.reserves)) {
      const amount = Math.round((charged * random.pick([0.1, 0.25, 0.4])) / 100) * 100;
      this.held.set(day + random.between(DAYS_HELD.from, DAYS_HELD.to), amount);
      this.add("reserve", day, { amount: -amount, text: "Account level reserve" });
    }
    const released = this.held.get(day);
    if (released !== undefined) {
      this.add("reserve", day, { amount: released, text: "Previous reserve amount balance" });
    }
  }

  private send(order: Order, day: number, items: readonly Product[], isFirst: boolean): Parcel {
    const { company } = this;
    const goods = items.reduce((sum, { price }) => sum + price, 0);
    const shipping = isFirst ? order.shipping : 0;
    const inLine = company.shippingApart ? 0 : shipping;
    const [title = ""] = items.map((item) => item.title);
    const itemLines = company.linePerItem
      ? items.map(({ title, price }, i) => {
          return this.charge(order, day, price + (i === 0 ? inLine : 0), title);
        })
      : [this.charge(order, day, goods + inLine, items.length > 1 ? `${title} and more` : title)];
    const extraLines =
      shipping > 0 && company.shippingApart ? [this.charge(order, day, shipping, "Shipping")] : [];
    if (isFirst && company.taxShown && order.tax > 0) {
      const tax = this.add("adjustment", day, { amount: order.tax, text: "Sales tax", order });
      const text = "Marketplace facilitator tax";
      this.add("adjustment", day, { amount: -order.tax, text, order });
      if (company.taxRecorded) extraLines.push(tax);
    }
    const fee = { amount: -commissionOf(goods + shipping), text: "Commission", order };
    const feeLines = company.fees === "by order" ? [this.add("fee", day, fee)] : [];
    return { day, items, itemLines, extraLines, feeLines };
  }

  private charge(order: Order, day: number, amount: number, text: string): LineRef {
    const fee = this.company.fees === "in charge" ? commissionOf(amount) : 0;
    return this.add("charge", day, { amount, fee, text, order });
  }

  private add(
    type: string,
    day: number,
    { amount, fee = 0, text, order }: { amount: number; fee?: number; text: string; order?: Order },
  ): LineRef {
    const { company } = this;
    const number = order?.number ?? "";
    const inText = order !== undefined && company.numberIn === "description";
    const line: LineInput = {
      id: "",
      type,
      date: "",
      amount,
      net: amount - fee,
      description: inText ? `${text} - Order ${number}` : text,
      ...(order && !inText ? { reference: number } : {}),
    };
    if (order && (type === "charge" || type === "refund")) this.showBuyer(line, order);
    const facts: RowFacts = {
      customer: type === "fee" || type === "reserve" ? null : (order?.buyer.index ?? null),
      showsCustomer: line.entity !== undefined || line.email !== undefined,
      references: order ? formsOf(number) : [],
    };
    return this.books.addLine("USD", day, line, fee, facts, SOURCE);
  }

  private showBuyer(line: LineInput, { buyer }: Order): void {
    const { buyerShown, relayShown } = this.company;
    if (buyerShown !== "nobody")
      line.entity = buyerShown === "handle" ? buyer.handle : buyer.onCard;
    if (relayShown) line.email = buyer.relay;
  }
}

/** An order's number and the parts of it that bookkeepers write down. */
function formsOf(number: string): string[] {
  return [number, number.slice(-7), number.slice(0, 11)];
}

/** Minor units. */
function commissionOf(amount: number): number {
  return Math.round(amount * COMMISSION) + FIXED_FEE;
}
