import { type CsvRow, csvRows } from "./csv";
import { InputError } from "./errors";

export type FormName = "plain" | "stripe" | "quickbooks";

/** A CSV format recognised by its header. */
export interface Form {
  name: FormName;
  /** Its name for messages: "Stripe's payout reconciliation report". */
  title: string;
  /** Required columns, for messages. */
  needs: string;
  isHeader: (cells: string[]) => boolean;
}

/** A CSV file, opened and read up to its header. */
export interface Table {
  form: Form;
  /** Lines above a report's table: company, report name, dates. */
  titles: string[];
  header: CsvRow;
  /** The rows after the header. */
  rows: AsyncGenerator<CsvRow[]>;
}

/** The last row that may be a header, below the titles. */
const MAX_HEADER_ROW = 20;

/**
 * Opens a CSV file, detects its format, and reads it.
 * @param forms the accepted formats; just one when the caller knows it
 * @param others known formats that belong elsewhere, with a hint
 * @returns undefined for an empty file
 * @throws InputError that lists the accepted formats
 */
export async function readTable<Row>(
  file: string,
  forms: Form[],
  others: { form: Form; belongs: string }[],
  read: (table: Table) => Promise<Row[]>,
): Promise<Row[]> {
  const batches = csvRows(file);
  try {
    const first = await batches.next();
    const rows = first.done ? [] : first.value;
    if (rows.length === 0) return [];
    const { form, place } = recognized(file, rows.slice(0, MAX_HEADER_ROW), forms, others);
    const [header, ...following] = rows.slice(place);
    if (!header) return [];
    const titles = rows.slice(0, place).flatMap(({ cells }) => cells.filter(Boolean));
    return await read({ form, titles, header, rows: followedBy(following, batches) });
  } finally {
    await batches.return(undefined);
  }
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
  throw new InputError(`${file}: ${unknownHeader(rows[0]?.cells ?? [], forms)}`);
}

async function* followedBy(
  first: CsvRow[],
  rest: AsyncGenerator<CsvRow[]>,
): AsyncGenerator<CsvRow[]> {
  yield first;
  yield* rest;
}

function unknownHeader(cells: string[], forms: Form[]): string {
  const found = cells.slice(0, 12).join(", ");
  const known = forms.map(({ title, needs }) => `${title} (${needs})`).join(", or ");
  const [separator] = cells.length === 1 ? (/[;\t]/.exec(found) ?? []) : [];
  const hint = separator ? " Cells must be separated by commas." : "";
  return `unknown header. Expected ${known}; found: ${found}.${hint} See docs/match-command.md.`;
}
