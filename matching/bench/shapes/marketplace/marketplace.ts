import type { Books, LineRef, WriteShape } from "../../books";
import { FIRST_DAY, weekday } from "../../calendar";
import type { TruthKind } from "../../model";
import type { Random } from "../../random";
import { wayToRecord } from "../../rates";
import { addCharge, addRefund, type ChargeRow } from "../rows";
import { type Company, drawCompany, MARKETPLACE_RATES, type MarketplaceRates } from "./company";
import { SellerLedger } from "./ledger";
import { type Order, Orders, totalOf } from "./orders";
import { linesOf, type Parcel, PayoutLines } from "./payout-lines";

const SATURDAY = 5;

/** A seller on a marketplace with a web shop beside it; see {@link MARKETPLACE_RATES}. */
export const writeMarketplace: WriteShape = ({ books, random, lines }) => {
  const rates = MARKETPLACE_RATES;
  const company = drawCompany(random.fork("company"), rates);
  const orders = new Orders(random.fork("orders"), rates, company);
  const ledger = new SellerLedger(books, random.fork("ledger"), rates, company);
  const payouts = new PayoutLines(books, random.fork("payouts"), rates, company);
  const shop = new SellerDays(books, random, rates, company, ledger, payouts);
  for (let day = FIRST_DAY; books.lineCount < lines; day++) {
    const count = (share: number) => {
      const mean = company.perDay * share;
      return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.normal()));
    };
    const onMarketplace = count(company.onMarketplace);
    shop.workMarketplace(
      day,
      Array.from({ length: onMarketplace }, () => orders.onMarketplace(day)),
    );
    for (let i = count(1 - company.onMarketplace); i > 0; i--) shop.workWeb(orders.onWeb(day));
    if (company.stall && weekday(day) === SATURDAY) shop.workStall(day);
  }
};

interface Sent {
  order: Order;
  parcel: Parcel;
}

/** What happens in a day, on both sides. */
class SellerDays {
  /** Later parcels of orders whose parcels are recorded one by one, by day. */
  private readonly later = new Map<number, Sent[]>();
  /** Money to be given back, by day. */
  private readonly refunds = new Map<number, (() => void)[]>();

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: MarketplaceRates,
    private readonly company: Company,
    private readonly ledger: SellerLedger,
    private readonly payouts: PayoutLines,
  ) {}

  workMarketplace(day: number, orders: readonly Order[]): void {
    const { random, rates, company, payouts } = this;
    for (const giveBack of this.refunds.get(day) ?? []) giveBack();
    const isBatched = orders.length >= company.batchFrom && random.chance(company.batched);
    const sent: Sent[] = [...(this.later.get(day) ?? [])];
    for (const order of orders) {
      const parcels = payouts.sell(order);
      if (random.chance(rates.calledOff)) {
        payouts.refund(order, day + random.between(0, 2), true);
        continue;
      }
      this.maybeRefund(day, (on) => this.refund(order, on));
      if (!isBatched && random.chance(rates.paymentMissing)) continue;
      const isOne = parcels.length > 1 && !isBatched && !random.chance(rates.parcelReceipts);
      if (isOne) this.recordWhole(order, parcels);
      else for (const parcel of parcels) this.keep({ order, parcel }, day, sent);
    }
    if (isBatched && sent.length > 1) this.recordDay(day, sent);
    else for (const each of sent) this.record(each);
    const charged = orders.reduce((sum, order) => sum + totalOf(order), 0);
    payouts.closeDay(day, charged);
  }

  workWeb(order: Order): void {
    const { random, rates, books, ledger } = this;
    const { buyer, placed: day, number } = order;
    const amount = totalOf(order);
    const title = order.items[0]?.title ?? "";
    if (random.chance(rates.paidElsewhere)) {
      ledger.sellElsewhere({ order, day, amount, title });
      return;
    }
    const isNumbered = random.chance(rates.webNumberOnLine);
    const charge = addCharge(books, random, rates, {
      day,
      currency: "USD",
      amount,
      shown: {
        customer: buyer.index,
        name: random.chance(rates.lineNameMissing) ? undefined : buyer.onCard,
        email: random.chance(rates.lineEmail) ? buyer.email : undefined,
      },
      description: isNumbered ? `Order #${number}` : undefined,
      numbers: isNumbered ? [number] : [],
    });
    if (random.chance(rates.paymentMissing)) return;
    const noise = { ...rates, netRecorded: this.company.netRecorded };
    const { kind, amount: stated } = wayToRecord(charge, noise, random);
    books.group(kind, [charge], [ledger.sellOnWeb({ order, day, amount: stated, title })]);
    this.maybeRefund(day, (on) => this.refundWeb(order, charge, on));
  }

  /** Things from the catalog, paid cash. */
  workStall(day: number): void {
    const { random, company, ledger } = this;
    for (let i = random.between(3, 8); i > 0; i--) {
      const { price, title } = random.pickSkewed(company.products);
      ledger.sellForCash(day, price, title);
    }
  }

  private keep(sent: Sent, today: number, now: Sent[]): void {
    const { day } = sent.parcel;
    if (day === today) now.push(sent);
    else this.later.set(day, [...(this.later.get(day) ?? []), sent]);
  }

  /** One receipt for all parcels. Over several payouts no Deposit can hold it, so there is no group. */
  private recordWhole(order: Order, parcels: readonly Parcel[]): void {
    const lines = parcels.flatMap(linesOf);
    const [first] = parcels;
    const day = first?.day ?? order.shipped;
    const title = order.items[0]?.title ?? "";
    const payment = this.ledger.sell({ order, day, amount: grossOf(lines), title });
    const payouts = new Set(lines.map(({ depositId }) => depositId));
    if (payouts.size === 1) this.books.group("order_sum", lines, [payment]);
  }

  private recordDay(day: number, sent: readonly Sent[]): void {
    const lines = sent.flatMap(({ parcel }) => linesOf(parcel));
    const payment = this.ledger.sellDay(day, grossOf(lines), sent.length);
    this.books.group("daily_sum", lines, [payment]);
  }

  private record(sent: Sent): void {
    const { random, company } = this;
    const isPerItem = sent.parcel.items.length > 1 && random.chance(company.receiptPerItem);
    if (isPerItem) this.recordItems(sent);
    else this.recordParcel(sent);
  }

  private recordParcel({ order, parcel }: Sent): void {
    const { random, rates, company, books } = this;
    const lines = linesOf(parcel);
    const fee = lines.reduce((sum, line) => sum + line.fee, 0);
    const hasFeeLines = parcel.feeLines.length > 0;
    const knowsFee = hasFeeLines || company.fees === "in charge";
    const isNet = knowsFee && random.chance(company.netRecorded);
    const covered = isNet ? [...lines, ...parcel.feeLines] : lines;
    const gross = grossOf(covered);
    const noise = { ...rates, netRecorded: 0 };
    const way = isNet
      ? { kind: "net_recorded" as const, amount: gross - fee }
      : wayToRecord({ gross, fee }, noise, random);
    const isSum = way.kind === "one_to_one" && lines.length > 1;
    const kind: TruthKind = isSum ? "order_sum" : way.kind;
    const title = parcel.items[0]?.title ?? "";
    const payment = this.ledger.sell({ order, day: parcel.day, amount: way.amount, title });
    books.group(kind, covered, [payment]);
  }

  /** A receipt for each item; the first has shipping and tax with it. */
  private recordItems({ order, parcel }: Sent): void {
    const { books, ledger } = this;
    const { items, itemLines, extraLines, day } = parcel;
    const rest = grossOf(linesOf(parcel)) - items.reduce((sum, { price }) => sum + price, 0);
    const payments = items.map(({ price, title }, i) => {
      return ledger.sell({ order, day, amount: price + (i === 0 ? rest : 0), title });
    });
    if (itemLines.length === 1) {
      const kind = extraLines.length > 0 ? "many_to_many" : "several_invoices";
      books.group(kind, linesOf(parcel), payments);
      return;
    }
    for (const [i, line] of itemLines.entries()) {
      const lines = i === 0 ? [line, ...extraLines] : [line];
      const payment = payments[i];
      const kind = lines.length > 1 ? "order_sum" : "one_to_one";
      if (payment) books.group(kind, lines, [payment]);
    }
  }

  private maybeRefund(day: number, giveBack: (on: number) => void): void {
    const { random, rates, refunds } = this;
    const on = day + random.between(3, 20);
    if (!random.chance(rates.refunded)) return;
    refunds.set(on, [...(refunds.get(on) ?? []), () => giveBack(on)]);
  }

  private refundWeb(order: Order, charge: ChargeRow, day: number): void {
    const { random, rates, books, ledger } = this;
    const part = order.items[0]?.price ?? charge.gross;
    const amount = random.chance(rates.refundedInFull) ? charge.gross : part;
    const line = addRefund(books, charge, day, amount);
    if (!random.chance(rates.refundRecorded)) return;
    const receipt = { order, day, amount: -amount, title: "refund" };
    books.group("refund", [line], [ledger.sellOnWeb(receipt)]);
  }

  private refund(order: Order, day: number): void {
    const { random, rates, books, ledger } = this;
    const lines = this.payouts.refund(order, day, random.chance(rates.refundedInFull));
    if (!random.chance(rates.refundRecorded)) return;
    const payment = ledger.sell({ order, day, amount: grossOf(lines), title: "refund" });
    books.group("refund", lines, [payment]);
  }
}

/** Minor units. */
function grossOf(lines: readonly LineRef[]): number {
  return lines.reduce((sum, { gross }) => sum + gross, 0);
}
