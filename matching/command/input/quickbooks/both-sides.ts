import { InputError } from "../errors";

interface Facts {
  type: string;
  date: string;
  num: string;
  name: string;
  /** As printed, minor units. */
  amount: number;
  row: number;
}

/**
 * Refuses reports that list every transaction once per account: a payment listed as +100.00 on one account
 * and −100.00 on the other would count twice.
 */
export class BothSides {
  private readonly seen = new Map<string, { amount: number; row: number }>();

  constructor(private readonly file: string) {}

  /** @throws InputError */
  add({ type, date, num, name, amount, row }: Facts): void {
    const key = JSON.stringify([type, date, num, name, Math.abs(amount)]);
    const other = this.seen.get(key);
    if (!other) this.seen.set(key, { amount, row });
    else if (other.amount !== amount) {
      throw new InputError(
        `${this.file}, row ${row}: is the other side of row ${other.row} (${type}, ${date}, ${name || "no name"}); export "Transaction List by Date", which lists every transaction once`,
      );
    }
  }
}
