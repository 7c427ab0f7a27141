import { dateInZone } from "@/lib/dates";
import { MoneyError, normalizeCurrency } from "@/lib/money";
import { currencyMark } from "@/lib/tables/currencies";
import type { Dialect } from "@/lib/tables/dialect";
import { CellError } from "@/lib/tables/errors";
import { type Header, type TableRow, tableHeader } from "@/lib/tables/header";
import { type RowCells, RowError } from "./types";

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|UTC|GMT|[+-]00:?00)?$/i;

/** A heading as it is compared: in any case, with any spaces. */
export function foldHeading(heading: string): string {
  return heading
    .replace(/[\s\u00a0\ufeff]+/g, " ")
    .trim()
    .toLowerCase();
}

/** The columns of a table by their folded headings. */
export class Columns {
  private readonly header: Header;

  constructor(private readonly headings: readonly string[]) {
    this.header = tableHeader(headings, foldHeading);
  }

  places(heading: string): readonly number[] {
    return this.header.get(heading) ?? [];
  }

  /** As the file writes it. */
  nameOf(heading: string): string {
    return this.headings[this.places(heading)[0] ?? -1] ?? heading;
  }
}

/** One row of a table, read with the table's dialect. */
export class RowReader implements RowCells {
  readonly row: number;
  private readonly cells: readonly string[];

  constructor(
    private readonly columns: Columns,
    { cells, row }: TableRow,
    private readonly dialect: Dialect,
    private readonly timeZone: string,
  ) {
    this.cells = cells;
    this.row = row;
  }

  text(...headings: string[]): string {
    for (const heading of headings) {
      const found = this.cell(heading);
      if (found !== "") return found;
    }
    return "";
  }

  has(...headings: string[]): boolean {
    return this.text(...headings) !== "";
  }

  amount(currency: string, ...headings: string[]): number {
    const [heading, text] = this.required(headings);
    const name = this.columns.nameOf(heading);
    return this.inColumn(heading, () => this.dialect.amount(text, name, currency));
  }

  amountOrZero(currency: string, ...headings: string[]): number {
    return this.has(...headings) ? this.amount(currency, ...headings) : 0;
  }

  currency(headings: readonly string[], amounts: readonly string[]): string {
    const own = this.text(...headings);
    if (own !== "") {
      const code = this.inColumn(headings[0] ?? "", () => codeOf(own));
      this.dialect.currency.see(code);
      return code;
    }
    const heading = amounts.find((one) => this.has(one)) ?? amounts[0] ?? "";
    const name = this.columns.nameOf(heading);
    return this.inColumn(heading, () => this.dialect.currencyOf(this.text(heading), name));
  }

  day(...headings: string[]): string {
    return this.readDay(headings, (text) => {
      const [, date = "", time = "", zone] = MOMENT.exec(text) ?? [];
      return zone === undefined ? null : this.inZone(date, time);
    });
  }

  utcDay(...headings: string[]): string {
    return this.readDay(headings, (text) => {
      const [, date = "", time = ""] = MOMENT.exec(text) ?? [];
      return date === "" ? null : this.inZone(date, time);
    });
  }

  writtenDay(...headings: string[]): string {
    return this.readDay(headings, (text) => MOMENT.exec(text)?.[1] ?? null);
  }

  fail(heading: string, reason: string): never {
    throw new RowError(heading === "" ? reason : `${this.columns.nameOf(heading)}: ${reason}`);
  }

  private cell(heading: string): string {
    const found = this.columns.places(heading).map((at) => this.cells[at] ?? "");
    const filled = found.filter((text) => text !== "");
    const [first = "", ...more] = filled;
    if (more.some((text) => text !== first)) {
      this.fail(heading, `two columns have this name, with "${first}" and "${more[0]}"`);
    }
    return first;
  }

  private required(headings: readonly string[]): [heading: string, text: string] {
    const heading = headings.find((one) => this.cell(one) !== "");
    if (heading === undefined) this.fail(headings[0] ?? "", "is empty");
    return [heading, this.cell(heading)];
  }

  private readDay(headings: readonly string[], momentDay: (text: string) => string | null): string {
    const [heading, text] = this.required(headings);
    return this.inColumn(heading, () => this.dialect.date(momentDay(text) ?? text));
  }

  private inZone(date: string, time: string): string {
    const moment = new Date(`${date}T${time}Z`);
    return Number.isNaN(moment.getTime()) ? date : dateInZone(moment, this.timeZone);
  }

  private inColumn<Value>(heading: string, read: () => Value): Value {
    this.dialect.row = this.row;
    try {
      return read();
    } catch (error) {
      if (error instanceof CellError || error instanceof MoneyError) {
        this.fail(heading, error.message);
      }
      throw error;
    }
  }
}

function codeOf(text: string): string {
  return currencyMark(text)?.usual ?? normalizeCurrency(text);
}
