import type { CurrencyMark } from "./currencies";
import { CellError, type Place, placeText, TableError } from "./errors";

export interface CurrencySettings {
  /** What the user says that rows without a currency are in. */
  given: string | undefined;
  /** Where nothing says it. */
  otherwise: string;
  /** What sets it, for messages; otherwise the command's option. */
  option?: string;
}

/**
 * The currency of a table's rows, from what is written beside amounts, in headings, titles and columns. Rows that
 * name none are in the one that the table names, if it is only one.
 */
export class TableCurrency {
  /** From a heading or a title. */
  private ofTable: string | undefined;
  private readonly written = new Set<string>();
  private bareAt: Place | undefined;
  /** What rows without a currency were read as. */
  private readonly used = new Set<string>();
  /** A sign such as "$" was read as the usual one of several. */
  private guessed: { mark: string; currency: string } | null = null;

  constructor(
    private readonly settings: CurrencySettings,
    /** For rows without a currency, as far as it is known. */
    private readonly guess: string | undefined,
  ) {}

  /** A heading or a title names it. */
  name(mark: CurrencyMark): void {
    const { given, otherwise } = this.settings;
    const assumed = given ?? otherwise;
    this.ofTable ??= mark.possible.includes(assumed) ? assumed : mark.usual;
  }

  /** A column of the row's own names it. */
  see(currency: string): void {
    this.written.add(currency);
  }

  /** Of an amount without its own currency. */
  bare(place: Place): string {
    this.bareAt ??= { ...place };
    return this.home();
  }

  /** The books' own, where another column has the row's. */
  home(): string {
    this.used.add(this.current);
    return this.current;
  }

  /** Of an amount with a sign or code. @throws CellError when that can't be told */
  marked(mark: CurrencyMark): string {
    const { possible, usual, text } = mark;
    const currency = possible.includes(this.current) ? this.current : usual;
    if (currency === undefined) {
      const choices = possible.join(" or ");
      throw new CellError(`"${text}" can be ${choices}; say which with ${this.option}`);
    }
    if (possible.length > 1 && currency !== this.current) this.guessed = { mark: text, currency };
    this.written.add(currency);
    return currency;
  }

  private get option(): string {
    return this.settings.option ?? "--currency";
  }

  get current(): string {
    return this.ofTable ?? this.guess ?? this.settings.given ?? this.settings.otherwise;
  }

  /** All that the table names. */
  get named(): ReadonlySet<string> {
    return this.ofTable === undefined ? this.written : new Set([...this.written, this.ofTable]);
  }

  get notes(): string[] {
    if (!this.guessed) return [];
    const { mark, currency } = this.guessed;
    return [`amounts with "${mark}" are read as ${currency}; ${this.option} says another`];
  }

  /**
   * @returns the currency of rows that name none, and whether nothing named it
   * @throws TableError when some rows name several currencies and one none
   */
  decide(): { bare: string; isAssumed: boolean } {
    const { given, otherwise } = this.settings;
    const named = this.ofTable ?? given;
    if (named !== undefined) return { bare: named, isAssumed: false };
    const [only, second] = this.written;
    if (only === undefined) return { bare: otherwise, isAssumed: this.bareAt !== undefined };
    if (second === undefined) return { bare: only, isAssumed: false };
    if (this.bareAt === undefined) return { bare: otherwise, isAssumed: false };
    const others = [...this.written].join(" and ");
    throw new TableError(
      `${placeText(this.bareAt)}: names no currency, and other rows are in ${others}; write it, or say which with ${this.option}`,
    );
  }

  /** Whether all rows without a currency were read as this one. */
  wasReadAs(currency: string): boolean {
    return [...this.used].every((one) => one === currency);
  }
}
