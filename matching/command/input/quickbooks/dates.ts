import { isCalendarDate } from "@/lib/dates";
import { FieldError, InputError, inRow } from "../errors";
import { remembered, shared } from "../remembered";

type Order = "month first" | "day first";

const NUMERIC = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;

/**
 * The dates of one report. "03/04/2026" is March in the United States and April elsewhere. A day above 12
 * decides the order, so dates are read only after all have been seen.
 */
export class ReportDates {
  private readonly proof = new Map<Order, { text: string; row: number }>();
  private example: string | null = null;

  constructor(private readonly file: string) {}

  /** Collects a date for reading. @throws FieldError when it is not a date in either order */
  see(text: string, row: number): void {
    if (!NUMERIC.test(text) && !isCalendarDate(text)) {
      throw new FieldError("Date", `"${text}" is not a date such as 01/31/2026`);
    }
    if (NUMERIC.test(text)) this.example ??= text;
    this.learn(text, row);
  }

  /** Every date of the report is evidence of its order, including dates of skipped rows. */
  learn(text: string, row: number): void {
    const [, first = "", , second = ""] = NUMERIC.exec(text) ?? [];
    if (Number(first) > 12) this.prove("day first", text, row);
    if (Number(second) > 12) this.prove("month first", text, row);
  }

  /**
   * A reader for the dates seen. When every date fits both orders it reads the month first, as QuickBooks
   * does in the United States, and `note` says so.
   * @throws InputError when some dates fit only one order and some only the other
   */
  reader(note: (text: string) => void): (text: string, row: number) => string {
    const [month, day] = [this.proof.get("month first"), this.proof.get("day first")];
    if (month && day) {
      throw new InputError(
        `${this.file}: "${month.text}" (row ${month.row}) puts the month first, "${day.text}" (row ${day.row}) the day. Export the report in one format.`,
      );
    }
    if (!month && !day && this.example !== null) {
      note(`dates such as ${this.example} are ambiguous; read as month/day/year`);
    }
    const read = remembered((text) => shared(isoDate(text, day ? "day first" : "month first")));
    return (text, row) => inRow(this.file, row, () => read(text));
  }

  private prove(order: Order, text: string, row: number): void {
    if (!this.proof.has(order)) this.proof.set(order, { text, row });
  }
}

function isoDate(text: string, order: Order): string {
  const [, first = "", , second = "", year = ""] = NUMERIC.exec(text) ?? [];
  if (first === "") return text;
  const [month, day] = order === "month first" ? [first, second] : [second, first];
  const date = `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (!isCalendarDate(date)) throw new FieldError("Date", `"${text}" isn't a calendar date`);
  return date;
}
