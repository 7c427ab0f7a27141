import type { WriteShape } from "../../books";
import { FIRST_DAY } from "../../calendar";
import { addFeeLine } from "../../fees";
import type { Random } from "../../random";
import { addRefund } from "../rows";
import { type Buyer, Buyers } from "./buyers";
import { type Order, PluginLedger } from "./ledger";
import { Numbering } from "./numbers";
import { drawShop, PLUGIN_RATES, type PluginRates, type Shop } from "./shop";

const MONTH = 30;

/**
 * A web shop whose plugin writes two numbers on each charge, the internal id and the number that the
 * customer sees; both series run through the same range, so that one order's id is another one's
 * number. The books have one of them, the other or both. Beside plain orders: subscriptions, deposits
 * and balances, two cards, orders changed after payment, refunds, transfers and PayPal. All rates are
 * in {@link PLUGIN_RATES}, what differs between shops in {@link drawShop}.
 */
export const writePlugin: WriteShape = ({ books, random, lines }) => {
  const rates = PLUGIN_RATES;
  const setup = random.fork("setup");
  const shop = drawShop(setup);
  const perDay = setup.between(rates.fewestPerDay, rates.mostPerDay);
  const ledger = new PluginLedger(books, random.fork("ledger"), rates, shop);
  const store = new Store(ledger, random.fork("store"), rates, shop);
  for (let day = FIRST_DAY; books.lineCount < lines; day++) {
    const count = Math.max(1, Math.round(perDay + Math.sqrt(perDay) * random.normal()));
    store.work(day, count);
    if (random.chance(rates.feeLines * count)) addFeeLine(books, shop.currency, day, random);
    ledger.closeDay(day);
  }
};

/** Takes orders, and does later what is due on a day. */
class Store {
  private readonly buyers: Buyers;
  private readonly numbering: Numbering;
  private readonly due = new Map<number, ((day: number) => void)[]>();

  constructor(
    private readonly ledger: PluginLedger,
    private readonly random: Random,
    private readonly rates: PluginRates,
    private readonly shop: Shop,
  ) {
    this.buyers = new Buyers(random.fork("buyers"), rates, shop);
    this.numbering = new Numbering(random.fork("numbers"), shop);
  }

  work(day: number, count: number): void {
    for (const act of this.due.get(day) ?? []) act(day);
    this.due.delete(day);
    for (let i = 0; i < count; i++) this.take(day);
  }

  private take(day: number): void {
    const { random, rates, shop, ledger } = this;
    if (shop.otherMeans) this.takeElsewhere(day);
    if (shop.plans.length > 0 && random.chance(rates.subscribes)) {
      const first = this.order(day, random.pick(shop.plans));
      this.subscribe({ ...first, buyer: { ...first.buyer, guest: false } });
      return;
    }
    const order = this.order(day);
    if (ledger.isBatched(day)) this.pay(order);
    else if (shop.deposits && random.chance(rates.deposit)) this.payDeposit(order);
    else if (random.chance(rates.twoCards)) this.payByTwoCards(order);
    else if (random.chance(rates.edited)) this.change(order);
    else if (random.chance(rates.chargedMore)) this.chargeMore(order);
    else if (random.chance(rates.givenBack)) this.giveBackAtOnce(order);
    else this.pay(order);
  }

  private pay(order: Order): void {
    const { random, rates, ledger } = this;
    const charge = ledger.charge(order, order.day);
    ledger.record(order, charge);
    if (!random.chance(rates.refunded)) return;
    const amount = random.chance(rates.refundedInFull) ? charge.gross : this.partOf(charge.gross);
    this.later(order.day, [3, 24], (day) => ledger.giveBack(order, charge, day, amount));
  }

  /** A transfer, mostly of a company, or PayPal: numbers of the same series, and no charge. */
  private takeElsewhere(day: number): void {
    const { random, rates, ledger } = this;
    if (random.chance(rates.transfer)) {
      const wholesale = random.chance(0.75);
      const buyer = this.buyers.next(wholesale);
      const order = this.order(day, undefined, buyer);
      const amount = order.amount * (wholesale ? random.pick([1, 2, 5, 10]) : 1);
      const arrives = day + random.between(1, 12);
      ledger.enter(order, { day: arrives, amount, means: "bank transfer" });
    }
    if (!random.chance(rates.payPal)) return;
    const order = this.order(day);
    ledger.enter(order, { day, amount: order.amount, means: "PayPal" });
  }

  /** Charged every month with the number of the first order. */
  private subscribe(first: Order): void {
    const { random, rates, shop, ledger } = this;
    ledger.record(first, ledger.charge(first, first.day));
    const renew = (day: number) => {
      if (random.chance(rates.cancels)) return;
      const own = this.numbering.next();
      const internal = shop.renewalShows === "first" ? first.numbers.internal : own.internal;
      const order: Order = {
        ...first,
        day,
        numbers: { ...first.numbers, internal },
        booked: shop.renewalInBooks === "first" ? first.numbers : own,
      };
      ledger.record(order, ledger.charge(order, day));
      this.later(day, [MONTH, MONTH], renew);
    };
    this.later(first.day, [MONTH, MONTH], renew);
  }

  private payDeposit(order: Order): void {
    const { random, rates, ledger } = this;
    const part = Math.round((order.amount * random.pick([0.3, 0.3, 0.5])) / 100) * 100;
    const deposit = ledger.charge(order, order.day, part);
    const together = random.chance(rates.oneReceipt);
    if (!together) ledger.record(order, deposit);
    this.laterOnItsOwn(order.day, [8, 32], (day) => {
      const balance = ledger.charge(order, day, order.amount - part);
      if (together) ledger.recordTogether(order, day, [deposit, balance]);
      else ledger.record(order, balance);
    });
  }

  private payByTwoCards(order: Order): void {
    const { random, rates, ledger } = this;
    const part = Math.max(100, Math.round((order.amount * random.between(2, 7)) / 1_000) * 100);
    const first = ledger.charge(order, order.day, part);
    const finish = (day: number) => {
      const second = ledger.charge(order, day, order.amount - part);
      ledger.recordTogether(order, day, [first, second]);
    };
    if (!random.chance(rates.secondCardLater)) finish(order.day);
    else this.laterOnItsOwn(order.day, [1, 3], finish);
  }

  /** The books have what was agreed on later, and nobody charged the difference. */
  private change(order: Order): void {
    const { random, ledger } = this;
    const charge = ledger.charge(order, order.day);
    const most = Math.min(900, Math.round(charge.gross / 5));
    const off = random.between(50, most) * (random.chance(0.5) ? 1 : -1);
    const payment = ledger.enter(order, { day: order.day, amount: charge.gross + off });
    ledger.books.group("small_difference", [charge], [payment]);
  }

  /** Something is added to the order: a second charge, and a second receipt or a higher one. */
  private chargeMore(order: Order): void {
    const { random, rates, ledger } = this;
    const charge = ledger.charge(order, order.day);
    const raised = random.chance(rates.receiptRaised);
    if (!raised) ledger.record(order, charge);
    this.laterOnItsOwn(order.day, [0, 5], (day) => {
      const more = ledger.charge(order, day, random.pick([300, 495, 750, 1_250, 1_900]));
      if (raised) ledger.recordTogether(order, day, [charge, more]);
      else ledger.record(order, more);
    });
  }

  /** Something is out of stock: a part is given back, and the receipt is lower or there are two. */
  private giveBackAtOnce(order: Order): void {
    const { random, rates, ledger } = this;
    const charge = ledger.charge(order, order.day);
    const amount = this.partOf(charge.gross);
    if (!random.chance(rates.receiptLowered)) {
      ledger.record(order, charge);
      this.later(order.day, [0, 4], (day) => ledger.giveBack(order, charge, day, amount));
      return;
    }
    this.later(order.day, [0, 4], (day) => {
      const back = addRefund(ledger.books, charge, day, amount);
      const open = ledger.recordTogether(order, order.day, [charge, back]);
      if (open) ledger.books.group("small_difference", [charge], [open]);
    });
  }

  private order(day: number, price = this.price(), buyer: Buyer = this.buyers.next()): Order {
    const { shop } = this;
    const currency = buyer.abroad && shop.second !== null ? shop.second : shop.currency;
    const numbers = this.numbering.next();
    return { buyer, currency, day, amount: price, numbers, booked: numbers };
  }

  private price(): number {
    const { random, shop } = this;
    let goods =
      random.pickSkewed(shop.prices) *
      random.weighted([
        [1, 80],
        [2, 14],
        [3, 6],
      ]);
    if (random.chance(0.2)) goods += random.pick(shop.prices);
    if (random.chance(0.1)) goods -= Math.round(goods * 0.1);
    const taxed = random.chance(0.4) ? Math.round(goods * shop.salesTax) : 0;
    return goods + taxed + random.pick(shop.shipping);
  }

  /** Minor units, less than the whole. */
  private partOf(amount: number): number {
    return Math.max(50, Math.round((amount * this.random.pick([0.1, 0.2, 0.25, 0.5])) / 10) * 10);
  }

  /** Acts `from` to `to` days after a day; at once where that is the same day. */
  private later(day: number, [from, to]: [number, number], act: (day: number) => void): void {
    this.actOn(day + this.random.between(from, to), day, act);
  }

  /** The same on a day whose receipts are written one by one. */
  private laterOnItsOwn(
    day: number,
    [from, to]: [number, number],
    act: (day: number) => void,
  ): void {
    let on = day + this.random.between(from, to);
    while (this.ledger.isBatched(on)) on++;
    this.actOn(on, day, act);
  }

  private actOn(on: number, today: number, act: (day: number) => void): void {
    if (on === today) act(on);
    else this.due.set(on, [...(this.due.get(on) ?? []), act]);
  }
}
