import type { PaymentInput } from "@/matching/engine/contract";
import type { Books, LineRef, WriteShape } from "../../books";
import { dateOf, FIRST_DAY, isWeekend, lastOfMonth, weekday } from "../../calendar";
import { addFeeLine } from "../../fees";
import type { TruthKind } from "../../model";
import type { Random } from "../../random";
import { transpose, wayToRecord } from "../../rates";
import { addCharge, addReceipt, addRefund, type ChargeRow } from "../rows";
import { Catering } from "./catering";
import {
  COUNTER_RATES,
  type CounterRates,
  drawPlace,
  isVisible,
  keyOf,
  type Place,
  type Sale,
  salesOf,
} from "./till";

/** Numbers of customers: those below are catering clients, the others strangers at the counter. */
const FIRST_STRANGER = 1_000;
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** A counter with card terminals, whose books hold one receipt per day, brand, shift or terminal. */
export const writeCounter: WriteShape = ({ books, random, lines }) => {
  const rates = COUNTER_RATES;
  const places = random.fork("place");
  const place = drawPlace(places, rates);
  const counter = new Counter(books, random, rates, place);
  const catering = new Catering(books, random.fork("catering"), rates, place.profiles);
  for (let day = FIRST_DAY; books.lineCount < lines; day++) {
    // A new till halfway: other reports, other ways to book them.
    if (counter.isClosed && counter.place === place && books.lineCount > lines / 2) {
      const { perDay, closed, profiles } = place;
      counter.place = { ...drawPlace(places, rates), perDay, closed, profiles };
    }
    counter.work(day);
    catering.work(day);
    if (lastOfMonth(day) === day) addFeeLine(books, "USD", day, random);
  }
  counter.close();
};

/** The lines that one receipt will cover. */
interface Bucket {
  key: string;
  lines: LineRef[];
  /** Minor units. */
  tips: number;
  day: number;
}

class Counter {
  private strangers = FIRST_STRANGER;
  private zReport = 412;
  private buckets = new Map<string, Bucket>();
  private readonly refunds: { charge: ChargeRow; sale: Sale; day: number }[] = [];

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: CounterRates,
    public place: Place,
  ) {}

  /** Nothing waits for its receipt. */
  get isClosed(): boolean {
    return this.buckets.size === 0;
  }

  work(day: number): void {
    const { place, random, rates } = this;
    if (weekday(day) !== place.closed) {
      for (const sale of salesOf(day, place, random, rates)) this.sell(sale, day);
      this.giveBack(day);
      if (place.cash) this.cash(day);
    }
    const waits = place.weekendTogether && weekday(day) === 5;
    if (!waits) this.close();
  }

  /** Writes the receipts of what was sold since the last time. */
  close(): void {
    const buckets = [...this.buckets.values()];
    this.buckets = new Map();
    if (buckets.length === 0) return;
    if (isVisible(this.place)) for (const bucket of buckets) this.record([bucket]);
    else this.record(buckets);
  }

  private sell(sale: Sale, day: number): void {
    const { random, rates, books } = this;
    const charge = addCharge(books, random, rates, {
      day,
      currency: "USD",
      amount: sale.amount,
      shown: { customer: this.strangers++, name: sale.holder, anonymous: true },
      description: this.print(sale),
    });
    const bucket = this.bucketOf(sale, day);
    bucket.lines.push(charge);
    bucket.tips += sale.tip;
    if (!random.chance(rates.refunded)) return;
    this.refunds.push({ charge, sale, day: day + random.pick([0, 0, 0, 1, 2]) });
  }

  private giveBack(day: number): void {
    const { random, rates, place, books } = this;
    for (const { charge, sale } of this.refunds.filter((refund) => refund.day === day)) {
      const back = addRefund(books, charge, day, charge.gross);
      if (place.refundsNetted) {
        this.bucketOf(sale, day).lines.push(back);
      } else if (random.chance(rates.refundRecorded)) {
        const note = random.chance(0.7) ? random.pick(["Refund", "refund counter"]) : undefined;
        const payment = this.receipt(this.datedOn(day), -charge.gross, note);
        books.group("refund", [back], [payment]);
      }
    }
  }

  private bucketOf(sale: Sale, day: number): Bucket {
    const key = keyOf(sale, this.place.mode);
    const bucket = this.buckets.get(key) ?? { key, lines: [], tips: 0, day };
    bucket.day = day;
    this.buckets.set(key, bucket);
    return bucket;
  }

  /** One receipt per bucket; the lines of several buckets show no difference. */
  private record(buckets: readonly Bucket[]): void {
    const { random, rates, books } = this;
    if (random.chance(rates.paymentMissing)) return;
    const lines = buckets.flatMap((bucket) => bucket.lines);
    const [only] = buckets;
    if (buckets.length > 1 || !only) {
      const payments = buckets.map((bucket) => {
        return this.total(
          bucket,
          bucket.lines.reduce((sum, { gross }) => sum + gross, 0),
        );
      });
      books.group("many_to_many", lines, payments);
    } else this.recordOne(only);
  }

  private recordOne(bucket: Bucket): void {
    const { random, rates, books, place } = this;
    const { lines, tips } = bucket;
    const gross = lines.reduce((sum, line) => sum + line.gross, 0);
    const fee = lines.reduce((sum, line) => sum + line.fee, 0);
    if (place.tips === "apart" && tips > 0 && tips < gross) {
      const tipped = this.receipt(this.datedOn(bucket.day), tips, `Tips ${bucket.key}`.trim());
      books.group("many_to_many", lines, [this.total(bucket, gross - tips), tipped]);
    } else if (place.net) {
      books.group("net_recorded", lines, [this.total(bucket, gross - fee)]);
    } else {
      const { kind, amount } = wayToRecord({ gross, fee }, rates, random);
      const sort = kind === "one_to_one" ? this.sort(lines) : kind;
      books.group(sort, lines, [this.total(bucket, amount)]);
    }
  }

  private sort(lines: readonly LineRef[]): TruthKind {
    const { mode } = this.place;
    const days = new Set(lines.map(({ day }) => day));
    if (days.size > 1) return "weekend_sum";
    return mode === "day" ? "daily_sum" : (`${mode}_sum` as const);
  }

  /** @param amount minor units */
  private total({ key, day }: Bucket, amount: number): PaymentInput {
    const { random } = this;
    const when = dayText(day);
    const what = key === "" ? "card sales" : `${key} sales`;
    const note = random.weighted([
      [`${when} ${what}`, 50],
      [`${what} ${when}`, 25],
      [key === "" ? "Z-out" : key, 15],
      [key === "" ? undefined : key, 10],
    ]);
    return this.receipt(this.datedOn(day), amount, note);
  }

  private receipt(day: number, amount: number, note: string | undefined): PaymentInput {
    const { random } = this;
    return addReceipt(this.books, {
      day,
      currency: "USD",
      amount,
      shown: {
        customer: this.strangers++,
        name: random.chance(0.8) ? "Daily Sales" : undefined,
        anonymous: true,
      },
      reference: random.chance(0.4) ? `Z${String(this.zReport++).padStart(5, "0")}` : undefined,
      note,
      type: amount < 0 ? "RefundReceipt" : "SalesReceipt",
    });
  }

  /** The notes and coins of a day, in the books only. */
  private cash(day: number): void {
    const { random, place } = this;
    const cents = place.perDay * random.between(90, 420);
    const exact = cents + random.between(-400, 400);
    const amount = random.chance(0.01) ? transpose(exact, random) : exact;
    const note = random.pick([`Cash ${dayText(day)}`, "cash", "Cash sales", "Cash deposit"]);
    this.receipt(this.datedOn(day), amount, note);
  }

  private print({ brand, terminal, shift }: Sale): string | undefined {
    const { random, place } = this;
    const { prints } = place;
    const parts = [
      prints.terminal ? `T${terminal}` : "",
      prints.shift ? shift : "",
      prints.brand ? brand : "",
      random.chance(0.6) ? `**** ${random.between(1000, 9999)}` : "",
    ].filter(Boolean);
    return parts.length > 0 ? `Card present ${parts.join(" ")}` : "Card present";
  }

  private datedOn(day: number): number {
    const { dating } = this.place;
    if (dating === "same_day") return day;
    if (dating === "monday") return day + 7 - weekday(day);
    return isWeekend(day + 1) ? day + 8 - weekday(day + 1) : day + 1;
  }
}

/** "Fri 3/10". */
function dayText(day: number): string {
  const [, month = "", date = ""] = dateOf(day).split("-");
  return `${DAYS[weekday(day)]} ${Number(month)}/${Number(date)}`;
}
