import type { DepositInput, HistoryEntry, PaymentInput } from "@/server/matching/types";
import { InputError, readRows } from "./read-rows";
import { FieldError, toDeposit, toHistoryEntry, toPayment } from "./wire";

const LINE_PREFIX = "line_";

/** @throws InputError naming file, row and field */
export async function loadDeposits(file: string, currency: string): Promise<DepositInput[]> {
  const isCsv = file.toLowerCase().endsWith(".csv");
  const rows = isCsv ? csvDeposits(file) : numbered(file);
  const deposits = await load(file, rows, (row) => toDeposit(row, currency));
  refuseDuplicates(file, "id", deposits);
  for (const { id, lines } of deposits) {
    refuseDuplicates(`${file}, deposit ${id}`, "lines.id", lines ?? []);
  }
  return deposits;
}

/** @throws InputError naming file, row and field */
export async function loadPayments(file: string, currency: string): Promise<PaymentInput[]> {
  const payments = await load(file, numbered(file), (row) => toPayment(row, currency));
  refuseDuplicates(file, "Id", payments);
  return payments;
}

/** @throws InputError naming file, row and field */
export async function loadHistory(file: string, currency: string): Promise<HistoryEntry[]> {
  if (file.toLowerCase().endsWith(".csv")) {
    throw new InputError(`${file}: history is JSON or NDJSON, not CSV`);
  }
  return load(file, numbered(file), (row) => toHistoryEntry(row, currency));
}

interface NumberedRow {
  value: unknown;
  /** Counted from 1, a CSV header left out. */
  row: number;
  /** Where a deposit's lines are rows of their own: their numbers. */
  lineRows?: number[];
}

async function load<Row>(
  file: string,
  rows: AsyncIterable<NumberedRow>,
  convert: (value: unknown) => Row,
): Promise<Row[]> {
  const loaded: Row[] = [];
  for await (const numberedRow of rows) {
    try {
      loaded.push(convert(numberedRow.value));
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      throw new InputError(`${file}, ${placeOf(numberedRow, error.field)}: ${error.message}`);
    }
  }
  return loaded;
}

function placeOf({ row, lineRows }: NumberedRow, field: string): string {
  const [, index, ofLine] = /^lines\[(\d+)\]\.(.+)$/.exec(field) ?? [];
  const lineRow = lineRows?.[Number(index)];
  if (lineRow !== undefined) return `row ${lineRow}, field ${LINE_PREFIX}${ofLine}`;
  return field ? `row ${row}, field ${field}` : `row ${row}`;
}

async function* numbered(file: string): AsyncGenerator<NumberedRow> {
  let row = 0;
  for await (const value of readRows(file)) yield { value, row: ++row };
}

/** CSV: lines in a JSON column, or one row per line with the deposit's cells repeated. */
async function* csvDeposits(file: string): AsyncGenerator<NumberedRow> {
  const grouped = new Map<string, { value: object; row: number; lines: object[]; at: number[] }>();
  for await (const { value, row } of numbered(file)) {
    const { lines, ...rest } = value as Record<string, string>;
    const own = Object.entries(rest).filter(([name]) => !name.startsWith(LINE_PREFIX));
    const ofLine = Object.entries(rest).filter(([name]) => name.startsWith(LINE_PREFIX));
    const deposit = Object.fromEntries(own);
    if (ofLine.length === 0) {
      yield { row, value: lines ? { ...deposit, lines: parseLines(file, row, lines) } : deposit };
      continue;
    }
    const known = grouped.get(deposit.id ?? "") ?? { value: deposit, row, lines: [], at: [] };
    known.lines.push(
      Object.fromEntries(ofLine.map(([name, cell]) => [name.slice(LINE_PREFIX.length), cell])),
    );
    known.at.push(row);
    grouped.set(deposit.id ?? "", known);
  }
  for (const { value, row, lines, at } of grouped.values()) {
    yield { value: { ...value, lines }, row, lineRows: at };
  }
}

function parseLines(file: string, row: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(`${file}, row ${row}, field lines: this is not JSON`);
  }
}

function refuseDuplicates(place: string, field: string, rows: { id: string }[]): void {
  const seen = new Set<string>();
  for (const [i, { id }] of rows.entries()) {
    if (seen.has(id)) {
      throw new InputError(`${place}, row ${i + 1}, field ${field}: "${id}" is there twice`);
    }
    seen.add(id);
  }
}
