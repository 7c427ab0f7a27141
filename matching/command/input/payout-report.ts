import { readFile as readBytes } from "node:fs/promises";
import { extname } from "node:path";
import { xlsxCells } from "@/lib/payout-files/cells/xlsx-cells";
import { formatOfHeader, KNOWN_FORMATS } from "@/lib/payout-files/formats/known-formats";
import { type FileLine, type FilePayout, identified } from "@/lib/payout-files/identified";
import { payoutsOfTable, tableBelow } from "@/lib/payout-files/payouts-of-table";
import type { PayoutFormat } from "@/lib/payout-files/rows/types";
import { TableError } from "@/lib/tables/errors";
import type { TableRow } from "@/lib/tables/header";
import { counted } from "@/matching/command/counted";
import type { DepositInput, LineInput } from "@/matching/engine/contract";
import { FieldError } from "./errors";
import type { Reading } from "./reading";
import type { Form, Table } from "./tables";

/** The reports of payouts that the product imports from files. Moments become days of UTC: no company is known here. */
export const PAYOUT_REPORT: Form = {
  name: "payouts",
  title: "a report of payouts",
  needs: [...new Set(KNOWN_FORMATS.map(({ processor }) => processor))].join(", "),
  isHeader: (cells) => formatOfHeader(cells) !== undefined,
};
const TIME_ZONE = "UTC";

/** @throws InputError that names the rows that can't be read @throws TableError */
export async function reportedPayouts(table: Table, reading: Reading): Promise<DepositInput[]> {
  const rows: TableRow[] = [{ ...table.header, cells: [...table.header.cells] }];
  for await (const batch of table.rows) rows.push(...batch);
  return depositsBelow(rows, 0, reading);
}

export function isWorkbook(file: string): boolean {
  return extname(file).toLowerCase() === ".xlsx";
}

/** The first sheet with a report that is known. @throws InputError @throws TableError */
export async function workbookPayouts(reading: Reading): Promise<DepositInput[]> {
  for (const { rows } of await xlsxCells(await readBytes(reading.file))) {
    const place = rows.findIndex(({ cells }) => PAYOUT_REPORT.isHeader(cells));
    if (place !== -1) return depositsBelow(rows, place, reading);
  }
  throw new TableError("has no sheet with a report of payouts; save the sheet as CSV");
}

function depositsBelow(
  rows: readonly TableRow[],
  place: number,
  { dialect, faults, note, onRows }: Reading,
): DepositInput[] {
  const format = formatOfHeader(rows[place]?.cells ?? []);
  if (!format) return [];
  if (format.refused) throw new TableError(`is ${format.title}. ${format.refused}`);
  const table = tableBelow(rows, place);
  const { payouts, errors, leftOut } = payoutsOfTable(table, format, dialect, TIME_ZONE);
  onRows(table.rows.length);
  for (const { row, reason } of errors) faults.add(row, new FieldError("", reason));
  faults.throwIfAny();
  for (const reason of new Set(leftOut.map((one) => one.reason))) {
    const count = leftOut.filter((one) => one.reason === reason).length;
    note(`left out ${counted(count, "row")}: ${reason}`);
  }
  return identified(payouts).map((payout) => toDeposit(payout, format));
}

function toDeposit({ id, date, amount, currency, lines }: FilePayout, format: PayoutFormat) {
  const { processor, title: description } = format;
  return { id, date, amount, currency, processor, description, lines: lines.map(toLine) };
}

function toLine({ id, kind, date, gross, fee, net, ...line }: FileLine): LineInput {
  const { chargeId, paid } = line;
  return {
    ...{ id, type: kind, date, amount: gross, fee, net, numbers: line.numbers },
    description: line.description || undefined,
    entity: line.customerName || undefined,
    email: line.customerEmail || undefined,
    reference: line.reference || undefined,
    ...(chargeId && { chargeId }),
    ...(paid && { paid }),
  };
}
