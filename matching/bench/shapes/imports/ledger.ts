import type { PaymentInput } from "@/matching/engine/contract";
import type { Books } from "../../books";
import { dateOf } from "../../calendar";
import type { Random } from "../../random";
import { addCharge, addReceipt, addRefund, type ChargeRow } from "../rows";
import type { ImportRates, NameForm, Order } from "./shoppers";

/** The import tools' ways to fill in memos. */
type MemoStyle = "sync" | "sales_order" | "connector" | "csv";

interface MemoFacts {
  /** Null: the memo does without. */
  number: string | null;
  means: string;
  day: number;
  batch: number;
  /** What happened: "sale", "refund", "tax". */
  event: string;
}

/** A memo with the order number somewhere in it, among figures that mean nothing here. */
function memoOf(style: MemoStyle, facts: MemoFacts, random: Random): string {
  const { number, means, day, batch, event } = facts;
  const clock = `${String(random.between(0, 23)).padStart(2, "0")}:${random.between(10, 59)}`;
  const stamp = `${dateOf(day)} ${clock}`;
  const of = (text: string) => (number === null ? "" : text);
  const memos: Readonly<Record<MemoStyle, string>> = {
    sync: `Web${of(` Order #${number}`)} ${event} | sync ${stamp} | ${means}`,
    sales_order: `${of(`SO-00${number}-US `)}${event}, ${means}, batch ${batch}`,
    connector: `[import ${batch}]${of(` ref:WEB${number}`)} type:${event} gw:${means} qty:${random.between(1, 4)}`,
    csv: `${batch};${stamp};${of(`W${number}/1`)};${means};${event}`,
  };
  return memos[style];
}

/** What one company's import tool does. */
export interface Tool {
  names: NameForm;
  memo: MemoStyle;
  /** Share of lines with the order number. */
  orderOnLine: number;
  /** Share of payments with the address of the sale. */
  email: number;
  taxApart: boolean;
  netChannel: boolean;
  /** Days by which evening orders are moved. */
  zone: number;
  profiles: boolean;
}

interface Entry {
  day: number;
  /** Minor units, signed. */
  amount: number;
  event: string;
  means?: string;
  /** Filed under another name than the shopper's. */
  name?: string;
}

/** Orders that the tool writes in one go, by which batches are numbered. */
const PER_BATCH = 12;
const FIRST_BATCH = 40;

/** Writes orders on both sides: at the processor and as the import tool has them. */
export class OrderLedger {
  private readonly refunds: { order: Order; charge: ChargeRow; day: number }[] = [];
  private rows = 0;

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: ImportRates,
    private readonly tool: Tool,
  ) {}

  write(order: Order): void {
    const { random, rates } = this;
    const { means, day, total } = order;
    if (means === "PayPal" || means === "gift card") {
      this.enter(order, { day, amount: total, event: "sale", means });
      if (means === "gift card" || !random.chance(rates.paypalRefunded)) return;
      this.enter(order, {
        day: day + random.between(2, 15),
        amount: -total,
        event: "refund",
        means,
      });
      return;
    }
    if (order.giftCard > 0) {
      this.enter(order, { day, amount: order.giftCard, event: "sale", means: "gift card" });
    }
    const charge = this.charge(order);
    if (!random.chance(rates.paymentMissing)) this.record(order, charge);
    if (random.chance(rates.refunded)) {
      this.refunds.push({ order, charge, day: day + random.between(3, 20) });
    }
  }

  /** Gives back what was asked for; the books may not know. */
  refund(today: number): void {
    const { random, rates, books } = this;
    for (const { order, charge } of this.refunds.filter(({ day }) => day === today)) {
      const part = Math.min(order.goods, charge.gross);
      const half = Math.round((charge.gross * random.pick([0.2, 0.25, 0.5])) / 5) * 5;
      const partial = random.chance(0.5) ? part : half;
      const amount = random.chance(rates.refundedInFull) ? charge.gross : partial;
      const back = addRefund(books, charge, today, amount);
      if (!random.chance(rates.refundRecorded)) continue;
      const day = today + random.pick([0, 0, 0, 1]);
      books.group("refund", [back], [this.enter(order, { day, amount: -amount, event: "refund" })]);
    }
  }

  private charge(order: Order): ChargeRow {
    const { random, rates, tool } = this;
    const { shopper, number, day } = order;
    const named = !random.chance(rates.lineNameMissing);
    const numbered = random.chance(tool.orderOnLine);
    return addCharge(this.books, random, rates, {
      day,
      currency: "USD",
      amount: order.total - order.giftCard,
      shown: {
        customer: shopper.index,
        name: named ? shopper.onCard : undefined,
        email: random.chance(rates.lineEmail) ? shopper.email : undefined,
        profile: tool.profiles ? shopper.atProcessor : undefined,
      },
      description: numbered ? `Order #${number}` : this.idleText(),
      numbers: numbered ? [number] : [],
    });
  }

  private idleText(): string | undefined {
    const { random } = this;
    return random.chance(0.7) ? random.pick(["Online order", "Payment"]) : undefined;
  }

  private record(order: Order, charge: ChargeRow): void {
    const { random, rates, books, tool } = this;
    const day = order.day + (order.evening ? tool.zone : 0);
    const { gross, fee } = charge;
    const net = tool.netChannel && random.chance(rates.netChannel);
    if (!net && tool.taxApart && order.tax > 0 && order.giftCard === 0) {
      const name = random.chance(rates.taxToAgency) ? "Sales Tax Payable" : undefined;
      const tax = { day, amount: order.tax, event: "tax", ...(name ? { name } : {}) };
      const goods = this.enter(order, { day, amount: gross - order.tax, event: "sale" });
      books.group("several_invoices", [charge], [goods, this.enter(order, tax)]);
      return;
    }
    const rounded = !net && random.chance(rates.roundedOtherwise) ? random.pick([-1, 1]) : 0;
    const amount = net ? gross - fee : gross + rounded;
    if (random.chance(rates.importedTwice)) this.enterOld(order, { day, amount });
    const payment = this.enter(order, { day, amount, event: "sale" });
    const exact = rounded === 0 ? "one_to_one" : "small_difference";
    books.group(net ? "net_recorded" : exact, [charge], [payment]);
  }

  /** The version that should not be there: the same once more, or from before payment or change. */
  private enterOld(order: Order, { day, amount }: { day: number; amount: number }): void {
    const { random, rates } = this;
    const kind = random.next();
    if (kind < rates.twins) {
      this.enter(order, { day, amount, event: "sale" });
      return;
    }
    const event = random.chance(rates.marksOldVersion) ? "pending" : "sale";
    if (kind < rates.twins + rates.beforePayment) {
      this.enter(order, { day: day - random.between(1, 4), amount, event });
      return;
    }
    const change = random.pick([495, 695, 1_250, Math.round(order.goods * 0.1)]);
    const before = random.chance(0.5) && change < amount ? amount - change : amount + change;
    this.enter(order, { day: day - random.between(0, 1), amount: before, event });
  }

  private enter(order: Order, { day, amount, event, means = "card", name }: Entry): PaymentInput {
    const { random, rates, tool } = this;
    const { shopper, number } = order;
    const batch = FIRST_BATCH + Math.floor(this.rows++ / PER_BATCH);
    const place = random.next();
    const inMemo = place < rates.orderInMemo;
    const inReference = !inMemo && place < rates.orderInMemo + rates.orderInReference;
    const named = !random.chance(rates.paymentNameMissing);
    const mailed = random.chance(tool.email);
    const gateway = random.chance(rates.meansUnclear) ? "other" : means;
    const own = named && name === undefined;
    return addReceipt(this.books, {
      day,
      currency: "USD",
      amount,
      shown: {
        customer: shopper.index,
        name: named ? (name ?? shopper.inBooks) : undefined,
        email: mailed && name === undefined ? shopper.email : undefined,
        profile: tool.profiles && own ? shopper.atBooks : undefined,
        anonymous: name !== undefined,
      },
      reference: inReference ? `WEB${number}` : undefined,
      note: memoOf(
        tool.memo,
        { number: inMemo ? number : null, means: gateway, day, batch, event },
        random,
      ),
      numbers: inMemo || inReference ? [number] : [],
      type: amount < 0 ? "RefundReceipt" : "SalesReceipt",
    });
  }
}
