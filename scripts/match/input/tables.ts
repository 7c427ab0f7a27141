import { type CsvRow, csvRows } from "./csv";
import { InputError } from "./errors";

export type FormName = "plain" | "stripe" | "quickbooks";

/** A kind of CSV file that is known by its header. */
export interface Form {
  name: FormName;
  /** As a person calls it: "Stripe's payout reconciliation report". */
  title: string;
  /** What the header has to hold, for messages. */
  needs: string;
  isHeader: (cells: string[]) => boolean;
}

/** A CSV file, opened as far as its header. */
export interface Table {
  form: Form;
  /** What reports print above their table: company, name of the report, dates. */
  titles: string[];
  header: CsvRow;
  /** What follows the header. */
  rows: AsyncGenerator<CsvRow[]>;
}

/** So far down a header may stand, below the titles. */
const DEEPEST = 20;

/**
 * Opens a CSV file, finds out which form it has, and has it read.
 * @param forms what may be in it; one alone when the caller knows
 * @param others known forms that belong somewhere else, and where
 * @returns nothing when the file is empty
 * @throws InputError that lists what was expected
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
    const { form, place } = recognized(file, rows.slice(0, DEEPEST), forms, others);
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
  const hint = separator ? " Cells have to be separated by commas." : "";
  return `the header is not known. Expected ${known}; found: ${found}.${hint} See docs/match-command.md.`;
}
