import { counted } from "../counted";
import { FieldError } from "./errors";

/** Rows by id: one that repeats another in everything is left out, one that differs is refused. */
export class UniqueRows<Row extends { id: string }> {
  private readonly rows = new Map<string, { value: Row; row: number }>();
  private repeated = 0;

  /** @param field that has the id @param within what the ids belong to: ' in deposit "a"' */
  constructor(
    private readonly field: string,
    private readonly within = "",
  ) {}

  /** @returns whether the row is new @throws FieldError */
  add(value: Row, row: number): boolean {
    const first = this.rows.get(value.id);
    if (first === undefined) {
      this.rows.set(value.id, { value, row });
      return true;
    }
    if (JSON.stringify(first.value) !== JSON.stringify(value)) {
      const message = `"${value.id}" appears twice${this.within}, first in row ${first.row}, and the rows differ`;
      throw new FieldError(this.field, message);
    }
    this.repeated++;
    return false;
  }

  /** Null when no row was left out. */
  note(): string | null {
    return this.repeated === 0
      ? null
      : `left out ${counted(this.repeated, "row")} that repeat${this.repeated === 1 ? "s" : ""} another in everything`;
  }
}
