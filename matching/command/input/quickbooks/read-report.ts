import { TableError } from "@/lib/tables/errors";
import { cellOf, type Header, isTotal } from "@/lib/tables/header";
import { counted } from "@/matching/command/counted";
import type { PaymentInput } from "@/matching/engine/contract";
import type { CsvRow } from "../csv";
import { FieldError, inColumn } from "../errors";
import type { Reading } from "../reading";
import { type CsvRecord, recordOf } from "../records";
import { remembered, shared } from "../remembered";
import type { Table } from "../tables";
import { isByCustomer, quickBooksHeader } from "./columns";
import { Headings } from "./groups";
import { type TransactionKind, transactionKind } from "./kinds";
import { moneyReader, type ReadMoney } from "./money";
import { Repetitions } from "./repetitions";
import { Accounts, Tally } from "./tally";
import {
  bareWords,
  DEPOSIT_DETAIL,
  INVOICE,
  NOT_POSTED,
  OPEN_INVOICES,
  OTHER_TYPES,
} from "./words";

/**
 * Payments, sales receipts and refund receipts from a transaction list of QuickBooks Online. Other
 * transactions are skipped; `note` counts them by type.
 * @throws InputError that names row and column
 */
export async function quickBooksPayments(table: Table, reading: Reading): Promise<PaymentInput[]> {
  const { inRow, onRows } = reading;
  const report = new QuickBooksReport(table, reading);
  table.onRepeatedHeader = () => report.beginAgain();
  for await (const batch of table.rows) {
    for (const row of batch) inRow(row.row, () => report.add(row));
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
  private readonly repetitions = new Repetitions();
  private readonly leftOut = new Tally();
  private readonly accounts = new Accounts();
  private readonly ids = new Set<string>();
  private readonly moneyOf: ReadMoney;
  private readonly found: PaymentInput[] = [];
  private hasKnownTypes = false;

  constructor(
    table: Table,
    private readonly reading: Reading,
  ) {
    const { header, titles } = table;
    this.header = quickBooksHeader(table);
    this.width = header.cells.length;
    this.isByCustomer = isByCustomer(titles);
    this.isOfDeposits = titles.some((title) => DEPOSIT_DETAIL.test(bareWords(title)));
    const title = titles.find((line) => OPEN_INVOICES.test(bareWords(line)));
    if (title !== undefined)
      throw new TableError(`is the report "${title}"; it belongs to --invoices`);
    this.moneyOf = moneyReader(header.cells, this.header, reading.dialect);
  }

  add(row: CsvRow): void {
    const type = cellOf(this.header, "Transaction type", row.cells);
    if (type === "") {
      this.headings.see(row.cells);
      learnFromGroup(row.cells, this.reading);
      return;
    }
    const kind = transactionKind(type);
    const record = kind && recordOf(this.header, this.width, row);
    if (!kind || !record || isNotPosted(record.Posting ?? "")) {
      this.leftOut.add(type);
      const words = bareWords(type);
      this.hasKnownTypes ||= kind !== undefined || INVOICE.has(words) || OTHER_TYPES.has(words);
      const { dialect } = this.reading;
      dialect.learnDate(cellOf(this.header, "Date", row.cells));
      dialect.learnAmount(cellOf(this.header, "Amount", row.cells), "Amount", false);
    } else this.take(record, type, kind, row);
  }

  /** Another download begins below. */
  beginAgain(): void {
    this.headings.clear();
  }

  /** @throws TableError when no row is a transaction that is known */
  payments(): PaymentInput[] {
    const { note } = this.reading;
    const { leftOut, found } = this;
    if (found.length === 0 && leftOut.total > 0) this.refuseForeign();
    if (leftOut.total > 0) {
      note(`left out ${counted(leftOut.total, "other transaction")}: ${leftOut}`);
    }
    for (const text of this.notesOfRepetitions()) note(text);
    const deposited = this.isOfDeposits
      ? "the payments in this report are part of a Deposit already; they are kept"
      : this.accounts.note(found.length);
    if (deposited !== null && found.length > 0) note(deposited);
    return found;
  }

  private refuseForeign(): void {
    if (this.header.has("Open balance")) {
      throw new TableError(`lists open invoices (${this.leftOut}); it belongs to --invoices`);
    }
    if (this.hasKnownTypes) return;
    throw new TableError(
      `none of its types of transactions is known (${this.leftOut}); set QuickBooks to English and export the report again`,
    );
  }

  private notesOfRepetitions(): string[] {
    const { repeated, twins } = this.repetitions;
    const isOne = twins === 1;
    return [
      ...(repeated > 0
        ? [
            `left out ${counted(repeated, "row")} that repeat${repeated === 1 ? "s" : ""} a transaction of the same number in everything`,
          ]
        : []),
      ...(twins > 0
        ? [
            `${counted(twins, "row")} without a number repeat${isOne ? "s" : ""} another in everything; kept, but check that ${isOne ? "it is not one payment" : "they are not one payment each"} in two downloads`,
          ]
        : []),
    ];
  }

  private take(
    record: CsvRecord,
    type: string,
    kind: TransactionKind,
    { row, cells }: CsvRow,
  ): void {
    const { Date: date, Num: num = "" } = record;
    const day = date === undefined ? undefined : dateIn(this.reading, "Date", date);
    const { amount: printed, currency, worth } = this.moneyOf(record, cells);
    if (printed === 0) {
      this.leftOut.add(`${type} of 0.00`);
      this.hasKnownTypes = true;
      return;
    }
    if (day === undefined) throw new FieldError("Date", "is missing");
    const name = this.nameOf(record);
    const { Memo: memo, Account: account, Split: split } = record;
    const rest = [memo, account && shared(account), split && shared(split)];
    const facts = { type, date: day, num, name: name ?? "", amount: printed, row, rest };
    if (!this.repetitions.add(facts)) return;
    this.accounts.add([account, split]);
    this.found.push({
      id: this.idOf(type, num, row),
      date: shared(day),
      amount: Math.abs(printed) * kind.sign,
      currency,
      ...(worth !== undefined && {
        worth: { ...worth, amount: Math.abs(worth.amount) * kind.sign },
      }),
      customerName: name,
      email: record.Email,
      reference: num === "" ? undefined : num,
      note: memo,
      type: kind.name,
    });
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
}

const isNotPosted = remembered((posting) => NOT_POSTED.has(bareWords(posting)));

/** What a group's heading, a total or a footer tells about how the report writes amounts and dates. */
export function learnFromGroup(cells: readonly string[], { dialect }: Reading): void {
  const texts = cells.filter((cell) => cell !== "");
  const hasTotals = isTotal(texts[0] ?? "");
  for (const text of texts) {
    dialect.footer(text);
    if (hasTotals) dialect.learnAmount(text, "", true);
  }
}

/** @throws FieldError */
export function dateIn({ dialect }: Reading, column: string, text: string): string {
  return inColumn(column, () => dialect.date(text));
}
