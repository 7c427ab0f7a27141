import { FieldError } from "../errors";

interface Facts {
  type: string;
  date: string;
  num: string;
  name: string;
  /** As printed, minor units. */
  amount: number;
  row: number;
  /** What else the row says: memo, account, split. */
  rest: (string | undefined)[];
}

/**
 * Rows that may be one transaction. Reports that list every transaction once per account are refused, since +100.00
 * on one account and −100.00 on the other would count twice. A row that repeats another in everything is the same
 * transaction in a second download, if it has a number; without one it may be a twin.
 */
export class Repetitions {
  private readonly seen = new Map<
    string,
    { amount: number; row: number; rests: Facts["rest"][] }
  >();
  repeated = 0;
  twins = 0;

  /** @returns whether the row is a transaction of its own @throws FieldError for the other side of one */
  add({ type, date, num, name, amount, row, rest }: Facts): boolean {
    const key = [type, date, num, name, Math.abs(amount)].join("\0");
    const other = this.seen.get(key);
    if (!other) {
      this.seen.set(key, { amount, row, rests: [rest] });
      return true;
    }
    if (other.amount !== amount) {
      throw new FieldError(
        "",
        `is the other side of row ${other.row} (${type}, ${date}, ${name || "no name"}); export "Transaction List by Date", which lists every transaction once`,
      );
    }
    const isSame = (one: Facts["rest"]) => one.every((text, place) => text === rest[place]);
    if (!other.rests.some(isSame)) {
      other.rests.push(rest);
      return true;
    }
    if (num === "") this.twins++;
    else this.repeated++;
    return num === "";
  }
}
