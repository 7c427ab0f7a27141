import { isCalendarDate } from "@/lib/dates";
import { type AmountText, amountText, type DecimalSign } from "./amount-text";
import { type CurrencyMark, currencyInText } from "./currencies";
import {
  DateOrderEvidence,
  type DaySpan,
  type DaysByOrder,
  type UndecidedDate,
} from "./date-order";
import { type DateOrder, dateText } from "./date-text";
import { DecimalSignEvidence, minorUnits } from "./decimal-sign";
import { CellError } from "./errors";
import { type TitlePeriod, titlePeriod } from "./period";
import { type CurrencySettings, TableCurrency } from "./table-currency";

export interface DialectSettings {
  decimalSign?: DecimalSign | undefined;
  dateOrder?: DateOrder | undefined;
  currency: CurrencySettings;
  /** The days of the file on the other side. */
  near?: DaySpan | undefined;
  /** The name of the option that sets the decimal sign, for messages. */
  decimalSignOption: string;
}

/** What a table's own cells say about how it is to be read. */
export interface Decision {
  sign: DecimalSign | null;
  order: DateOrder;
  bareCurrency: string;
}

/**
 * How one table writes amounts, dates and currencies. It reads with what is known, and learns from every cell; after
 * the last, `decide` tells whether that was right. If not, the table is read again with the decision.
 */
export class Dialect {
  /** Where the cell that is read next is. */
  row = 0;
  /** The format's own decimal sign, which decides for currencies with three decimals. */
  usualSign: DecimalSign | null = null;
  private readonly signs = new DecimalSignEvidence();
  private readonly orders = new DateOrderEvidence();
  private readonly titles: TitlePeriod[] = [];
  readonly currency: TableCurrency;
  private readonly days = new Map<string, string>();
  private last: { text: string; amount: AmountText | null } | undefined;
  private firstOrder: DateOrder | undefined;
  private min: string | undefined;
  private max: string | undefined;

  constructor(
    private readonly settings: DialectSettings,
    private readonly decided: Decision | null = null,
  ) {
    this.currency = new TableCurrency(settings.currency, decided?.bareCurrency);
  }

  /** A line above the table: its period, its currency, and how it writes dates. */
  title(text: string): void {
    const period = titlePeriod(text);
    if (period) this.titles.push(period);
    for (const [date] of text.matchAll(/(?<!\d)\d{1,2}([/.-])\d{1,2}\1\d{4}(?!\d)/g)) {
      this.orders.see(date, this.row);
    }
    this.nameCurrencyIn(text);
  }

  /** A line below or between the rows, which may say when the table was made. */
  footer(text: string): void {
    const order = HAS_TIME.test(text) ? titlePeriod(text)?.order : undefined;
    if (order) this.titles.push({ order, from: undefined, to: undefined });
    this.nameCurrencyIn(text);
  }

  /** Minor units. @param expected what the row says its currency is @throws CellError */
  amount(text: string, column: string, expected: string): number {
    const amount = this.amountText(text);
    if (!amount) throw new CellError(`"${text}" is not an amount such as 1,234.56`);
    const { mark } = amount;
    if (mark && !mark.possible.includes(expected)) {
      throw new CellError(
        `"${text}" is in ${mark.possible.slice(0, 3).join(" or ")}, not ${expected}`,
      );
    }
    this.signs.see(text, amount, expected, { row: this.row, column });
    const { decimalSign } = this.settings;
    return minorUnits(amount, decimalSign ?? this.decided?.sign ?? null, expected);
  }

  /** The currency of a row by one of its amounts. @throws CellError */
  currencyOf(text: string, column: string): string {
    const mark: CurrencyMark | null = this.amountText(text)?.mark ?? null;
    return mark ? this.currency.marked(mark) : this.currency.bare({ row: this.row, column });
  }

  /** `YYYY-MM-DD`. @throws CellError */
  date(text: string): string {
    const day = this.days.get(text) ?? this.readDate(text);
    if (this.min === undefined || day < this.min) this.min = day;
    if (this.max === undefined || day > this.max) this.max = day;
    return day;
  }

  /** Learns from an amount of a row that is not read. @param isTotal of the rows that are, in their currency */
  learnAmount(text: string, column: string, isTotal: boolean): void {
    const amount = amountText(text);
    if (!amount) return;
    this.signs.see(text, { ...amount, unclear: null }, "", { row: this.row, column });
    if (isTotal && amount.mark?.usual !== undefined) this.currency.marked(amount.mark);
  }

  /** Learns from the date of a row that is not read. */
  learnDate(text: string): void {
    this.orders.see(text, this.row);
  }

  get span(): DaySpan | undefined {
    return this.min === undefined || this.max === undefined
      ? undefined
      : { from: this.min, to: this.max };
  }

  /** @throws TableError naming row, column, the readings and the option that decides */
  decide(): { decision: Decision; undecided: UndecidedDate | null; isAssumed: boolean } {
    const { decimalSign, dateOrder, decimalSignOption, near } = this.settings;
    const { bare, isAssumed } = this.currency.decide();
    const sign = decimalSign ?? this.signs.decide(decimalSignOption, this.usualSign);
    const { order, undecided } =
      dateOrder === undefined
        ? this.orders.decide({ titles: this.titles, near, isAmerican: bare === "USD" })
        : { order: dateOrder, undecided: null };
    return { decision: { sign, order, bareCurrency: bare }, undecided, isAssumed };
  }

  /** Whether what was read so far is what that decision reads. */
  agreesWith({ sign, order, bareCurrency }: Decision): boolean {
    const before = this.settings.decimalSign ?? this.decided?.sign ?? null;
    const isSameOrder = this.firstOrder === undefined || this.firstOrder === order;
    const isSameCurrency = this.currency.wasReadAs(bareCurrency);
    return this.signs.readsAlike(before, sign) && isSameOrder && isSameCurrency;
  }

  /** A row's currency and amount are asked for one after the other. */
  private amountText(text: string): AmountText | null {
    if (this.last?.text !== text) this.last = { text, amount: amountText(text) };
    return this.last.amount;
  }

  private nameCurrencyIn(text: string): void {
    const mark = currencyInText(text);
    if (mark) this.currency.name(mark);
  }

  private readDate(text: string): string {
    const days = this.orders.see(text, this.row);
    if (days) return this.dayOf(text, days);
    const date = dateText(text);
    if (!date) throw new CellError(notADate(text));
    if (!("day" in date) || !isCalendarDate(date.day)) {
      throw new CellError(`"${text}" isn't a calendar date`);
    }
    if (isMoment(text)) {
      throw new CellError(
        `"${text}" is a time of UTC, not a day of the company; write ${date.day}`,
      );
    }
    // Dates with several readings are learned from each time, because their sequence tells something.
    if (this.days.size < MOST_CACHED) this.days.set(text, date.day);
    return date.day;
  }

  private dayOf(text: string, days: DaysByOrder): string {
    this.firstOrder ??= this.settings.dateOrder ?? this.decided?.order ?? this.titleOrder();
    const day = days[this.firstOrder];
    if (day !== undefined) return day;
    if (this.settings.dateOrder ?? this.decided) {
      throw new CellError(`"${text}" isn't a date in the order ${orderText(this.firstOrder)}`);
    }
    // Another order fits: `decide` says so, and the table is read again.
    return days.dmy ?? days.mdy ?? days.ymd ?? "";
  }

  private titleOrder(): DateOrder {
    return this.titles.some(({ order }) => order === "dmy") ? "dmy" : "mdy";
  }
}

/** Names of customers may have dates; the line that says when a report was made has a time. */
const HAS_TIME = /\d:\d\d/;

const MOST_CACHED = 50_000;

/** A time of day in UTC other than midnight: which day that is depends on the company's time zone. */
function isMoment(text: string): boolean {
  return (
    /(?:Z|UTC|GMT|[+-]00:?00)$/i.test(text) &&
    /\d:\d/.test(text) &&
    !/T?00:00(?::00(?:\.0+)?)?/.test(text)
  );
}

const ORDER_WORDS = { d: "day", m: "month", y: "year" } as const;

/** "day/month/year" */
export function orderText(order: DateOrder): string {
  return [...order].map((letter) => ORDER_WORDS[letter as "d"]).join("/");
}

function notADate(text: string): string {
  return `"${text}" is not a date such as 2026-01-31, 01/31/2026 or 31 January 2026`;
}
