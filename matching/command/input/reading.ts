import type { DecimalSign } from "@/lib/tables/amount-text";
import type { DaySpan, UndecidedDate } from "@/lib/tables/date-order";
import type { DateOrder } from "@/lib/tables/date-text";
import { type Decision, Dialect, type DialectSettings } from "@/lib/tables/dialect";
import { TableError } from "@/lib/tables/errors";
import { FieldError, InputError, RowFaults } from "./errors";

/** Options for reading one file, and callbacks for its messages. */
export interface Reading {
  file: string;
  /** For rows without a currency. ISO 4217. */
  currency: string;
  /** How the file writes amounts, dates and currencies. */
  dialect: Dialect;
  /** Called with a note for the user that is not an error. */
  note: (text: string) => void;
  /** Called after every batch of rows. */
  onRows: (count: number) => void;
  /** Reads one row; what is wrong with it is reported after the last one. @returns undefined for a wrong row */
  inRow: <Value>(row: number, read: () => Value) => Value | undefined;
  faults: RowFaults;
}

export interface ReadingOptions {
  note?: ((text: string) => void) | undefined;
  /** Called with the number of rows read, after every piece of the file. */
  onRows?: ((count: number) => void) | undefined;
  /** Nobody has said the currency: what the file itself names goes first, and it is said when nothing does. */
  isCurrencyAssumed?: boolean | undefined;
  decimalSign?: DecimalSign | undefined;
  dateOrder?: DateOrder | undefined;
  /** The days of the file on the other side. */
  near?: DaySpan | undefined;
  /** The prefix of the options that decide for this file: "payments-". */
  side?: string | undefined;
  onFacts?: ((facts: FileFacts) => void) | undefined;
}

/** What a file told about itself. */
export interface FileFacts {
  /** The currencies that it names. */
  named: readonly string[];
  /** The currency of its rows without one, if nothing named it. */
  assumed: string | null;
  days: DaySpan | undefined;
  /** A date whose order of day and month nothing tells; what rests on the file's dates is then uncertain. */
  undecided: UndecidedDate | null;
}

/**
 * Reads a file with what is known of its dialect, and again if its last row has shown that to be wrong.
 * @throws InputError naming file, row and field
 */
export async function readFile<Row>(
  file: string,
  currency: string,
  options: ReadingOptions,
  read: (reading: Reading) => Promise<Row[]>,
): Promise<Row[]> {
  const { note = () => {}, onRows = () => {}, side = "" } = options;
  const settings: DialectSettings = {
    decimalSign: options.decimalSign,
    dateOrder: options.dateOrder,
    near: options.near,
    currency: {
      given: options.isCurrencyAssumed ? undefined : currency,
      otherwise: currency,
    },
    decimalSignOption: `--${side}decimal-sign`,
  };
  const attempt = (decided: Decision | null) => {
    const dialect = new Dialect(settings, decided);
    return readOnce({ file, currency, dialect, onRows: decided ? () => {} : onRows }, read);
  };
  let last = await attempt(null);
  // What the first reading couldn't read it couldn't learn from either, so a third may be needed.
  for (let more = 2; more > 0 && !last.dialect.agreesWith(last.outcome.decision); more--) {
    last = await attempt(last.outcome.decision);
  }
  if (last.fault !== undefined) throw last.fault;
  const { dialect, outcome } = last;
  for (const text of [...last.notes, ...dialect.currency.notes]) note(`${file}: ${text}`);
  options.onFacts?.({
    named: [...dialect.currency.named],
    assumed: outcome.isAssumed ? outcome.decision.bareCurrency : null,
    days: dialect.span,
    undecided: outcome.undecided,
  });
  return last.rows;
}

/** A fault in the rows is kept, since it may come of a wrong guess at the dialect. */
async function readOnce<Row>(
  facts: Pick<Reading, "file" | "currency" | "dialect" | "onRows">,
  read: (reading: Reading) => Promise<Row[]>,
) {
  const { file, dialect } = facts;
  const notes: string[] = [];
  const faults = new RowFaults(file);
  let rows: Row[] = [];
  let fault: unknown;
  const inRow: Reading["inRow"] = (row, readRow) => {
    dialect.row = row;
    try {
      return readRow();
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      faults.add(row, error);
      return undefined;
    }
  };
  try {
    rows = await read({ ...facts, faults, inRow, note: (text) => notes.push(text) });
  } catch (error) {
    fault = named(file, error);
  }
  try {
    return { rows, fault, notes, dialect, outcome: dialect.decide() };
  } catch (error) {
    throw fault ?? named(file, error);
  }
}

function named(file: string, error: unknown): unknown {
  if (!(error instanceof TableError)) return error;
  const separator = error.message.startsWith("row ") ? ", " : ": ";
  return new InputError(file + separator + error.message);
}
