import { MoneyError } from "@/lib/money";
import { CellError } from "@/lib/tables/errors";

/** Unreadable or invalid input: exit code 1, one line that names file, row and field. */
export class InputError extends Error {
  override name = "InputError";
}

/** What is wrong with one row: the field as a path ("lines[2].amount"), and why. */
export class FieldError extends Error {
  override name = "FieldError";
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** Faults that are named before the rest is counted. */
const NAMED_FAULTS = 3;

/** The rows of one file that can't be read: the first few, and how many more. */
export class RowFaults {
  private readonly named: string[] = [];
  private count = 0;

  constructor(private readonly file: string) {}

  add(row: number, { field, message }: FieldError): void {
    this.count++;
    const place = field ? `row ${row}, field ${field}` : `row ${row}`;
    if (this.named.length < NAMED_FAULTS) this.named.push(`${place}: ${message}`);
  }

  /** @throws InputError when there are any */
  throwIfAny(): void {
    if (this.count === 0) return;
    const more = this.count - this.named.length;
    const rest = more === 0 ? [] : [`and ${more.toLocaleString("en-US")} more`];
    throw new InputError(`${this.file}, ${[...this.named, ...rest].join("; ")}`);
  }
}

/** @throws FieldError naming the column instead of a CellError */
export function inColumn<Value>(column: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof CellError || error instanceof MoneyError) {
      throw new FieldError(column, error.message);
    }
    throw error;
  }
}
