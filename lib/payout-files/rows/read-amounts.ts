import type { LineFacts, RowCells } from "./types";

type Amounts = Pick<LineFacts, "gross" | "fee" | "net">;

/** A line of money that the processor kept or gave, without a fee of its own. */
export function withoutFee(net: number): Amounts {
  return { gross: net, fee: 0, net };
}

/** From gross and net; the processor kept the rest. */
export function fromGrossAndNet(gross: number, net: number): Amounts {
  return { gross, fee: gross - net, net };
}

/** Of a column of money in and one of money out. */
export function creditLessDebit(
  row: RowCells,
  currency: string,
  credit: string,
  debit: string,
): number {
  return row.amountOrZero(currency, credit) - row.amountOrZero(currency, debit);
}

/** The texts of columns that have one each, without empty or repeated ones. */
export function joined(row: RowCells, headings: readonly string[], separator = " "): string {
  const texts = headings.map((heading) => row.text(heading)).filter((text) => text !== "");
  return [...new Set(texts)].join(separator);
}
