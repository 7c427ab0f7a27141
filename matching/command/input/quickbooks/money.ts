import { normalizeCurrency } from "@/lib/money";
import { currencyMark, withoutCurrency } from "@/lib/tables/currencies";
import type { Dialect } from "@/lib/tables/dialect";
import type { Header } from "@/lib/tables/header";
import type { Money } from "@/matching/engine/contract";
import { FieldError, inColumn } from "../errors";
import type { CsvRecord } from "../records";

/** What a row prints, in minor units; 0 for an empty cell. */
interface PrintedMoney extends Money {
  /** Of a transaction in another currency: what it is worth in the books'. */
  worth?: Money;
}

/** @throws FieldError */
export type ReadMoney = (record: CsvRecord, cells: readonly string[]) => PrintedMoney;

/** Reads a transaction's amount. "Amount" is in the home currency, "Foreign amount" in the row's own. */
export function moneyReader(headings: string[], header: Header, dialect: Dialect): ReadMoney {
  const places = header.get("Amount") ?? [];
  const hasForeign = header.has("Foreign amount");
  for (const place of places) {
    const { mark } = withoutCurrency(headings[place] ?? "");
    if (mark) dialect.currency.name(mark);
  }
  const needed = Math.min(
    ...["Amount", "Debit", "Credit", "Foreign amount"].flatMap((name) => header.get(name) ?? []),
  );
  return (record, cells) => {
    if (cells.length <= needed) throw tooShort(headings, cells);
    const text = record.Amount ?? record.Debit ?? record.Credit;
    if (record.Currency !== undefined) return inOwnCurrency(record, text, hasForeign, dialect);
    if (text === undefined) return { amount: 0, currency: dialect.currency.current };
    return inColumn("Amount", () => {
      const currency = dialect.currencyOf(text, "Amount");
      const amount = dialect.amount(text, "Amount", currency);
      refuseDifference(places, headings, cells, (cell) => dialect.amount(cell, "Amount", currency));
      return { amount, currency };
    });
  };
}

function inOwnCurrency(
  record: CsvRecord,
  home: string | undefined,
  hasForeign: boolean,
  dialect: Dialect,
): PrintedMoney {
  const currency = inColumn("Currency", () => currencyCode(record.Currency ?? ""));
  dialect.currency.see(currency);
  const { "Foreign amount": foreign } = record;
  const column = foreign === undefined ? "Amount" : "Foreign amount";
  const ofBooks = dialect.currency.home();
  if (currency !== ofBooks && !hasForeign) {
    const message = `is ${currency}, not ${ofBooks}; add the column "Foreign amount" to the report`;
    throw new FieldError("Currency", message);
  }
  const text = foreign ?? (currency === ofBooks ? home : undefined);
  if (text === undefined) return { amount: 0, currency };
  const amount = inColumn(column, () => dialect.amount(text, column, currency));
  if (currency === ofBooks || home === undefined) return { amount, currency };
  const worth = inColumn("Amount", () => dialect.amount(home, "Amount", ofBooks));
  return { amount, currency, worth: { amount: worth, currency: ofBooks } };
}

/** @throws MoneyError */
export function currencyCode(text: string): string {
  return currencyMark(text)?.usual ?? normalizeCurrency(text);
}

/** A row that ends before its amount is cut off; one whose amount is empty is a transaction of 0. */
function tooShort(headings: string[], cells: readonly string[]): FieldError {
  return new FieldError(
    "",
    `has ${cells.length} cells where the header has ${headings.length}, and its amount is missing`,
  );
}

/** Of two columns that can both be the amount, neither is preferred where they differ. */
function refuseDifference(
  places: readonly number[],
  headings: string[],
  cells: readonly string[],
  read: (cell: string) => number,
): void {
  if (places.length < 2) return;
  const [first, ...others] = places.filter((place) => cells[place]);
  if (first === undefined) return;
  const value = read(cells[first] ?? "");
  const other = others.find((place) => read(cells[place] ?? "") !== value);
  if (other === undefined) return;
  throw new FieldError(
    headings[other] ?? "",
    `is ${cells[other]}, but ${headings[first]} is ${cells[first]}; remove one of the two columns`,
  );
}
