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

/**
 * Reads part of a row and adds the row to its errors. `row` is the element of a JSON array, the line of
 * NDJSON, or the row that a spreadsheet shows for CSV (the header is row 1).
 * @throws InputError instead of a FieldError
 */
export function inRow<Value>(file: string, row: number, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    const place = error.field ? `row ${row}, field ${error.field}` : `row ${row}`;
    throw new InputError(`${file}, ${place}: ${error.message}`);
  }
}
