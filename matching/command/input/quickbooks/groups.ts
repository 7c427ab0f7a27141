import { isTotal, isTotalOf } from "@/lib/tables/header";

/**
 * The headings above a row. Reports by customer name the customer only there, sub-customers below their
 * parents; "Total for …" closes a heading, though some reports have no totals.
 */
export class Headings {
  private readonly open: string[] = [];

  /** @param cells a row other than a transaction */
  see(cells: string[]): void {
    const texts = cells.filter((cell) => cell !== "");
    const [first = ""] = cells;
    if (isTotalOf(first) || (isTotal(first) && texts.length > 1)) this.open.pop();
    else if (first !== "" && texts.length === 1) this.open.push(first);
  }

  /** Another report begins. */
  clear(): void {
    this.open.length = 0;
  }

  current(): string | undefined {
    return this.open.at(-1);
  }
}
