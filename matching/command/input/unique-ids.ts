import { InputError } from "./errors";

/** Refuses a repeated id, and names the row of its first occurrence. */
export class UniqueIds {
  private readonly rows = new Map<string, number>();

  constructor(
    private readonly file: string,
    private readonly field: string,
  ) {}

  /** @throws InputError */
  add(id: string, row: number): void {
    const first = this.rows.get(id);
    if (first === undefined) {
      this.rows.set(id, row);
      return;
    }
    throw new InputError(
      `${this.file}, row ${row}, field ${this.field}: "${id}" appears twice, first in row ${first}`,
    );
  }
}
