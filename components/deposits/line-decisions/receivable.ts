import type { LineOptions } from "@/lib/contracts/planned-payments";
import { parseDecimal, sumMinor, toWireDecimal } from "@/lib/money";
import type { DetailLine, Entry } from "./entries";
import { bestFirst, isLikely } from "./fits";

type Invoice = LineOptions["invoices"][number]["invoices"][number];

/** A charge with the one open invoice that it pays in full. */
export interface Receivable {
  line: DetailLine;
  invoice: Invoice;
}

/** More than that are not looked up at once. */
const MOST = 25;

/** The open charges for which an open invoice is offered first. */
export function invoiceLines(asked: readonly Entry[]): DetailLine[] {
  return asked
    .flatMap((entry) =>
      entry.state === "open" && !entry.isClose && entry.line.offer?.first === "receive_payment"
        ? [entry.line]
        : [],
    )
    .slice(0, MOST);
}

/**
 * Those of the lines that need no choice: the best fit is one invoice, the charge pays all that is left of it, no other fit
 * is likely, and no other line would pay it too.
 */
export function receivable(
  lines: readonly DetailLine[],
  optionsOf: ReadonlyMap<number, Pick<LineOptions, "candidates" | "invoices">>,
  currency: string,
): Receivable[] {
  const found = lines.flatMap((line) => {
    const [best, second] = bestFirst(optionsOf.get(line.id) ?? { candidates: [], invoices: [] });
    if (best?.type !== "invoices" || !isLikely(best)) return [];
    if (second && isLikely(second)) return [];
    const [invoice, ...others] = best.invoices;
    if (!invoice || others.length > 0) return [];
    const amounts = [line.amount, invoice.amount, invoice.balance];
    const [charge, ...rest] = amounts.map((amount) => parseDecimal(amount, currency));
    return rest.every((amount) => amount === charge) ? [{ line, invoice }] : [];
  });
  return found.filter(
    ({ invoice }) => found.filter((other) => other.invoice.Id === invoice.Id).length === 1,
  );
}

/** What they are together. */
export function receivableSum(found: readonly Receivable[], currency: string): string {
  return toWireDecimal(
    sumMinor(found.map(({ line }) => parseDecimal(line.amount, currency))),
    currency,
  );
}
