import { MoneyError, normalizeCurrency, parseDecimal } from "@/lib/money";
import { currencyMark } from "@/lib/tables/currencies";
import type { Dialect } from "@/lib/tables/dialect";
import { CellError } from "@/lib/tables/errors";
import { FieldError } from "./errors";
import { remembered, shared } from "./remembered";

/**
 * The fields of one row as files contain them: texts or numbers, absent, null or empty when unknown. Every
 * reader throws a FieldError with the field's path.
 */
export class Fields {
  private constructor(
    private readonly values: Readonly<Record<string, unknown>>,
    private readonly dialect: Dialect,
    private readonly path: string,
  ) {}

  /** @param path prefix of the field names, such as "lines[2]." */
  static of(value: unknown, dialect: Dialect, path = ""): Fields {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new FieldError(path.replace(/\.$/, ""), "must be an object ({ … })");
    }
    return new Fields(value as Record<string, unknown>, dialect, path);
  }

  /** A text or an integer. */
  id(name: string): string {
    const value = this.required(name);
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      throw this.error(name, `${value} is too large for a number; put it in quotes`);
    }
    return String(value);
  }

  /** `YYYY-MM-DD` */
  date(name: string): string {
    const value = this.required(name);
    return this.read(name, () => shared(this.dialect.date(String(value))));
  }

  /** `YYYY-MM-DD` */
  optionalDate(name: string): string | undefined {
    return this.optional(name) === undefined ? undefined : this.date(name);
  }

  /** Minor units. */
  amount(name: string, currency: string): number {
    return this.amountOf(name, this.required(name), currency);
  }

  /** Minor units. */
  optionalAmount(name: string, currency: string): number | undefined {
    const value = this.optional(name);
    return value === undefined ? undefined : this.amountOf(name, value, currency);
  }

  /** The currency that a field names; undefined when it is empty. */
  ownCurrency(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const currency = this.read(name, () => currencyCode(value));
    this.dialect.currency.see(currency);
    return currency;
  }

  /** The currency that is written beside an amount, or that of rows without one. */
  currencyBeside(name: string): string {
    const value = this.optional(name);
    return this.read(name, () => this.dialect.currencyOf(String(value ?? ""), this.path + name));
  }

  currency(name: string, otherwise: string): string {
    return this.ownCurrency(name) ?? otherwise;
  }

  /** A text shared by many rows: one copy in memory. */
  text(name: string): string | undefined {
    const value = this.optional(name);
    return value === undefined ? undefined : shared(String(value));
  }

  /** A text unique to this row, such as a reference. */
  ownText(name: string): string | undefined {
    const value = this.optional(name);
    return value === undefined ? undefined : String(value);
  }

  /** A list of texts. */
  texts(name: string): string[] | undefined {
    const value = this.values[name];
    if (value === null || value === undefined) return undefined;
    if (!Array.isArray(value)) throw this.error(name, 'must be a list of texts ([ "…" ])');
    return value.map((one, i) => {
      if (typeof one !== "string") throw this.error(`${name}[${i}]`, "must be text");
      return shared(one);
    });
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.required(name);
    const choice = choices.find((candidate) => candidate === value);
    if (!choice) throw this.error(name, `"${value}" isn't one of ${choices.join(", ")}`);
    return choice;
  }

  object(name: string): Fields | undefined {
    const value = this.values[name];
    return value === null || value === undefined
      ? undefined
      : Fields.of(value, this.dialect, `${this.path}${name}.`);
  }

  list(name: string): Fields[] | undefined {
    const value = this.values[name];
    if (value === null || value === undefined) return undefined;
    if (!Array.isArray(value)) throw this.error(name, "must be a list ([ … ])");
    return value.map((one, i) => Fields.of(one, this.dialect, `${this.path}${name}[${i}].`));
  }

  /** A list that a column of the same name need not be. */
  listIfAny(name: string): Fields[] | undefined {
    const value = this.values[name];
    return Array.isArray(value) && value.every((one) => typeof one === "object" && one !== null)
      ? this.list(name)
      : undefined;
  }

  error(name: string, message: string): FieldError {
    return new FieldError(this.path + name, message);
  }

  private required(name: string): string | number {
    const value = this.optional(name);
    if (value === undefined) throw this.error(name, "is missing");
    return value;
  }

  private optional(name: string): string | number | undefined {
    const value = this.values[name];
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value === "string" || typeof value === "number") return value;
    throw this.error(name, "must be text or a number");
  }

  private amountOf(name: string, value: string | number, currency: string): number {
    return this.read(name, () =>
      typeof value === "number"
        ? parseDecimal(value, currency)
        : this.dialect.amount(value, this.path + name, currency),
    );
  }

  private read<Value>(name: string, reader: () => Value): Value {
    try {
      return reader();
    } catch (error) {
      if (error instanceof MoneyError || error instanceof CellError) {
        throw this.error(name, error.message);
      }
      throw error;
    }
  }
}

const currencyCode = remembered((code) =>
  shared(currencyMark(code)?.usual ?? normalizeCurrency(code)),
);
