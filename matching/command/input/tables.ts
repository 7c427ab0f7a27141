import { TableError } from "@/lib/tables/errors";
import { isTotalRow, likelyHeader, type TableRow, trimmedEnd } from "@/lib/tables/header";
import { counted } from "../counted";
import { type CsvRow, csvRows } from "./csv";
import { InputError } from "./errors";
import type { Reading } from "./reading";

export type FormName = "plain" | "stripe" | "payouts" | "quickbooks";

/** A CSV format recognised by its header. */
export interface Form {
  name: FormName;
  /** Its name for messages: "Stripe's payout reconciliation report". */
  title: string;
  /** Required columns, for messages. */
  needs: string;
  isHeader: (cells: string[]) => boolean;
  /** Our name for a heading that it uses; null for others. */
  nameOf?: (cell: string) => string | null;
  /** What helps who has another header. */
  advice?: string;
}

/** A CSV file, opened and read up to its header. */
export interface Table {
  form: Form;
  /** Lines above a report's table: company, report name, dates. */
  titles: string[];
  /** Without empty columns at its end. */
  header: CsvRow;
  /** The rows after the header, without totals and headers that are repeated. Throws at its end for wrong rows. */
  rows: AsyncGenerator<CsvRow[]>;
  /** Called at every repeated header: one download begins below another. */
  onRepeatedHeader?: () => void;
}

/**
 * Opens a CSV file, detects its format, and reads it.
 * @param forms the accepted formats; just one when the caller knows it
 * @param others known formats that belong elsewhere, with a hint
 * @returns nothing for an empty file
 * @throws InputError that lists the accepted formats
 */
export async function readTable<Row>(
  reading: Reading,
  forms: Form[],
  others: { form: Form; belongs: string }[],
  read: (table: Table) => Promise<Row[]>,
): Promise<Row[]> {
  const { file, note, dialect } = reading;
  const known = [...forms, ...others.map(({ form }) => form)];
  const isHeader = (cells: string[]) => known.some((form) => form.isHeader(cells));
  const batches = csvRows(file, isHeader, (encoding, example) => {
    if (encoding !== "windows-1252") return;
    note(`is not UTF-8; read as Windows-1252${example === null ? "" : ` ("${example}")`}`);
  });
  try {
    const first = await batches.next();
    const rows = first.done ? [] : first.value;
    if (rows.length === 0) return [];
    const { form, place } = recognized(file, rows, forms, others);
    const [header, ...following] = rows.slice(place);
    if (!header) return [];
    const above = rows.slice(0, place);
    const titles = above.flatMap(({ cells }) => cells.filter(Boolean));
    for (const { cells, row } of above) {
      dialect.row = row;
      for (const cell of cells) if (cell !== "") dialect.title(cell);
    }
    const table: Table = {
      form,
      titles,
      header: { ...header, cells: trimmedEnd(header.cells) },
      rows: followedBy(following, batches),
    };
    table.rows = dataRows(table, table.rows, reading);
    return await read(table);
  } finally {
    await batches.return(undefined);
  }
}

/** Without what repeats the header, the titles above it, or adds rows up. */
async function* dataRows(
  table: Table,
  rows: AsyncGenerator<CsvRow[]>,
  { faults, note }: Reading,
): AsyncGenerator<CsvRow[]> {
  const { header, titles } = table;
  const title = new Set(titles);
  const same = repetitionsOf(header.cells);
  const twins = twinColumns(header.cells);
  let differing: string | undefined;
  let repeated = 0;
  let batch: CsvRow[] = [];
  for await (const given of rows) {
    for (const row of given) {
      const [first = ""] = row.cells;
      if (same(row.cells)) {
        repeated++;
        // What is above belongs to the other download: its rows are read first.
        yield batch;
        batch = [];
        table.onRepeatedHeader?.();
      } else if (title.has(first) && isAlone(row)) continue;
      else if (table.form.name !== "quickbooks" && isTotalRow(row.cells)) continue;
      else {
        batch.push(row);
        if (twins.length > 0) differing ??= differenceIn(row, twins, header.cells);
      }
    }
    yield batch;
    batch = [];
  }
  if (differing !== undefined) note(differing);
  if (repeated > 0) note(`its header is there ${repeated + 1} times; the rows below each are read`);
  faults.throwIfAny();
}

/** Places of columns with the same heading. */
function twinColumns(header: readonly string[]): [number, number][] {
  const folded = header.map((cell) => cell.toLowerCase());
  return folded.flatMap((cell, place): [number, number][] => {
    const first = folded.indexOf(cell);
    return cell === "" || first === place ? [] : [[first, place]];
  });
}

function differenceIn(
  { cells, row }: TableRow,
  twins: readonly [number, number][],
  header: readonly string[],
): string | undefined {
  const twin = twins.find(([a, b]) => cells[a] && cells[b] && cells[a] !== cells[b]);
  if (!twin) return undefined;
  const [first, second] = twin;
  return `row ${row}: its two columns "${header[first]}" have "${cells[first]}" and "${cells[second]}"; the first is read`;
}

function isAlone({ cells }: TableRow): boolean {
  return cells.every((cell, place) => place === 0 || cell === "");
}

function repetitionsOf(header: string[]): (cells: string[]) => boolean {
  const folded = header.map((cell) => cell.toLowerCase());
  const [at] = folded.flatMap((cell, place) => (cell === "" ? [] : [place]));
  const probe = at ?? 0;
  return (cells) =>
    cells[probe]?.toLowerCase() === folded[probe] &&
    trimmedEnd(cells).length === folded.length &&
    folded.every((cell, place) => cells[place]?.toLowerCase() === cell);
}

function recognized(
  file: string,
  rows: CsvRow[],
  forms: Form[],
  others: { form: Form; belongs: string }[],
): { form: Form; place: number } {
  for (const [place, { cells }] of rows.entries()) {
    const form = forms.find(({ isHeader }) => isHeader(cells));
    if (form) return { form, place };
    const other = others.find(({ form: { isHeader } }) => isHeader(cells));
    if (other) throw new InputError(`${file}: is ${other.form.title}; it belongs ${other.belongs}`);
  }
  throw new TableError(unknownHeader(rows, forms));
}

async function* followedBy(
  first: CsvRow[],
  rest: AsyncGenerator<CsvRow[]>,
): AsyncGenerator<CsvRow[]> {
  yield first;
  yield* rest;
}

const SHOWN_COLUMNS = 12;

function unknownHeader(rows: CsvRow[], forms: Form[]): string {
  const known = forms.map(({ title, needs }) => `${title} (${needs})`).join(", or ");
  const advice = forms.flatMap((form) => form.advice ?? []).map((text) => ` ${text}`);
  const header = likelyHeader(rows);
  const end = `Expected ${known}.${advice.join("")} See docs/match-command.md.`;
  if (!header) {
    const count = counted(rows.length, "row");
    return `no header found in its first ${count}. ${end}`;
  }
  const named = header.cells.filter((cell) => cell !== "");
  const shown =
    named.slice(0, SHOWN_COLUMNS).join(", ") + (named.length > SHOWN_COLUMNS ? ", …" : "");
  const used = forms.flatMap(({ nameOf }) =>
    nameOf ? header.cells.flatMap((cell) => nameOf(cell) ?? []) : [],
  );
  const found = used.length === 0 ? "" : ` Known of these: ${[...new Set(used)].join(", ")}.`;
  return `unknown header in row ${header.row}: ${shown}.${found} ${end}`;
}
