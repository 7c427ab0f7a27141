import { MoneyError, normalizeCurrency, parseDecimal } from "@/lib/money";
import { counted } from "@/matching/command/counted";
import type { PaymentInput } from "@/matching/engine/contract";
import { howToWrite, plainDecimal } from "../amounts";
import type { CsvRow } from "../csv";
import { FieldError, inRow } from "../errors";
import type { Reading } from "../reading";
import { type CsvRecord, type Header, recordOf } from "../records";
import { shared } from "../remembered";
import type { Table } from "../tables";
import { BothSides } from "./both-sides";
import { quickBooksHeader } from "./columns";
import { ReportDates } from "./dates";
import { Headings } from "./groups";
import { type TransactionKind, transactionKind } from "./kinds";
import { Accounts, Tally } from "./tally";

/**
 * Payments, sales receipts and refund receipts from a transaction list of QuickBooks Online. Other
 * transactions are skipped; `note` counts them by type.
 * @throws InputError that names row and column
 */
export async function quickBooksPayments(table: Table, reading: Reading): Promise<PaymentInput[]> {
  const { file, onRows } = reading;
  const report = new QuickBooksReport(table, reading);
  for await (const batch of table.rows) {
    for (const row of batch) inRow(file, row.row, () => report.add(row));
    onRows(batch.length);
  }
  return report.payments();
}

class QuickBooksReport {
  private readonly header: Header;
  private readonly width: number;
  private readonly isByCustomer: boolean;
  private readonly isOfDeposits: boolean;
  private readonly headings = new Headings();
  private readonly dates: ReportDates;
  private readonly bothSides: BothSides;
  private readonly leftOut = new Tally();
  private readonly accounts = new Accounts();
  private readonly ids = new Set<string>();
  /** With their dates as printed. */
  private readonly found: { payment: PaymentInput; row: number }[] = [];

  constructor(
    { header, titles }: Table,
    private readonly reading: Reading,
  ) {
    const { file } = reading;
    this.header = quickBooksHeader(file, header, titles);
    this.width = header.cells.length;
    this.isByCustomer = titles.some((title) =>
      /\bby customer\b|^customer balance|received payments/i.test(title),
    );
    this.isOfDeposits = titles.some((title) => /^deposit detail/i.test(title));
    this.dates = new ReportDates(file);
    this.bothSides = new BothSides(file);
  }

  add(row: CsvRow): void {
    const type = this.cell(row, "Transaction type");
    if (type === "") {
      this.headings.see(row.cells);
      return;
    }
    const kind = transactionKind(type);
    const record = kind && recordOf(this.header, this.width, row);
    if (!kind || !record || record.Posting?.toLowerCase() === "no") {
      this.leftOut.add(type);
      this.dates.learn(this.cell(row, "Date"), row.row);
    } else this.take(record, type, kind, row.row);
  }

  /** @throws InputError when dates contradict each other */
  payments(): PaymentInput[] {
    const { note } = this.reading;
    const read = this.dates.reader(note);
    const payments = this.found.map(({ payment, row }) => {
      payment.date = read(payment.date, row);
      return payment;
    });
    if (this.leftOut.total > 0) {
      note(`left out ${counted(this.leftOut.total, "other transaction")}: ${this.leftOut}`);
    }
    const deposited = this.isOfDeposits
      ? "the payments in this report are part of a Deposit already; they are kept"
      : this.accounts.note(payments.length);
    if (deposited !== null && payments.length > 0) note(deposited);
    return payments;
  }

  private cell({ cells }: CsvRow, column: string): string {
    return cells[this.header.get(column) ?? -1] ?? "";
  }

  private take(record: CsvRecord, type: string, kind: TransactionKind, row: number): void {
    const { Date: date, Num: num = "" } = record;
    const { amount: printed, currency, worth } = this.amountOf(record);
    if (printed === 0) {
      this.leftOut.add(`${type} of 0.00`);
      return;
    }
    if (date === undefined) throw new FieldError("Date", "is missing");
    this.dates.see(date, row);
    const name = this.nameOf(record);
    this.bothSides.add({ type, date, num, name: name ?? "", amount: printed, row });
    this.accounts.add([record.Account, record.Split]);
    const payment: PaymentInput = {
      id: this.idOf(type, num, row),
      date: shared(date),
      amount: Math.abs(printed) * kind.sign,
      currency,
      ...(worth !== undefined && {
        worth: { amount: Math.abs(worth) * kind.sign, currency: this.reading.currency },
      }),
      customerName: name,
      email: record.Email,
      reference: num === "" ? undefined : num,
      note: record.Memo,
      type: kind.name,
    };
    this.found.push({ payment, row });
  }

  /** QuickBooks exports no ids: use type and number, plus the row when these are not unique. */
  private idOf(type: string, num: string, row: number): string {
    const short = `${type} ${num}`;
    const id = num === "" || this.ids.has(short) ? `${short.trim()} row ${row}` : short;
    this.ids.add(id);
    return id;
  }

  private nameOf({ Name: name }: CsvRecord): string | undefined {
    const known = name ?? (this.isByCustomer ? this.headings.current() : undefined);
    return known && shared(known.replace(/ \(deleted\)$/i, ""));
  }

  /** As printed, in minor units. "Amount" is in the home currency, "Foreign amount" in the row's own. */
  private amountOf(record: CsvRecord): { amount: number; currency: string; worth?: number } {
    const home = this.reading.currency;
    const currency = record.Currency ? currencyCode(record.Currency) : home;
    const foreign = record["Foreign amount"];
    if (currency !== home && foreign === undefined) {
      const message = `is ${currency}, not ${home}; add the column "Foreign amount" to the report`;
      throw new FieldError("Currency", message);
    }
    const column = currency === home ? "Amount" : "Foreign amount";
    const text = record[column];
    const amount = text === undefined ? 0 : amountIn(column, text, currency);
    const isForeign = currency !== home && record.Amount !== undefined;
    return {
      amount,
      currency,
      ...(isForeign && { worth: amountIn("Amount", record.Amount ?? "", home) }),
    };
  }
}

function currencyCode(text: string): string {
  return money("Currency", () => normalizeCurrency(text));
}

function amountIn(column: string, text: string, currency: string): number {
  const plain = plainDecimal(text);
  if (plain !== null) return money(column, () => parseDecimal(plain, currency));
  const hint = howToWrite(text, currency);
  const advice = hint === null ? "" : `; write ${hint}`;
  throw new FieldError(column, `"${text}" is not an amount such as 1,234.56${advice}`);
}

function money<Value>(column: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof MoneyError) throw new FieldError(column, error.message);
    throw error;
  }
}
