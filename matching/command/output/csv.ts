import { toDecimal } from "@/lib/money";
import type { Evidence, InvoiceMatch, Match, MatchResult } from "@/matching/engine/contract";
import { waterfall } from "./waterfall";
import { partText } from "./words";

const COLUMNS = [
  ...["deposit_id", "line_ids", "payment_ids", "kind", "decision"],
  ...["probability", "difference", "currency", "evidence"],
];
/** Only where there is something to tell. */
const INVOICES = "invoice_ids";
const NOT_IN_BOOKS = "not_in_books";
const PART_OF = "part_of";

/** Cells after those of {@link COLUMNS}. */
interface EndCells {
  explanation?: string;
  invoices?: string;
  notInBooks?: string;
  partOf?: string;
}

/**
 * One row per match, and then one per open line or deposit with an empty decision; several ids in a
 * cell are separated by spaces.
 */
export function* csvReport(
  { matches, invoiceMatches, unmatched }: MatchResult,
  { explain }: { explain: boolean },
): Generator<string> {
  const hasInvoices = invoiceMatches.length > 0;
  const hasParts = unmatched.lines.some(({ partOf }) => partOf);
  const end = (cells: EndCells) => [
    ...(explain ? [cells.explanation ?? ""] : []),
    ...(hasInvoices ? [cells.invoices ?? ""] : []),
    cells.notInBooks ?? "",
    ...(hasParts ? [cells.partOf ?? ""] : []),
  ];
  const header = {
    ...{ explanation: "explanation", invoices: INVOICES },
    ...{ notInBooks: NOT_IN_BOOKS, partOf: PART_OF },
  };
  yield csvRow([...COLUMNS, ...end(header)]);
  const explanationOf = (evidence: Evidence[]) => (explain ? waterfall(evidence).join("; ") : "");
  for (const match of matches) {
    const { evidence } = match;
    const cells = end({ explanation: explanationOf(evidence) });
    yield csvRow([...cellsOf(match, match.paymentIds, evidence), ...cells]);
  }
  for (const match of invoiceMatches) {
    const { evidence } = match;
    const invoices = match.invoiceIds.join(" ");
    const cells = end({ explanation: explanationOf(evidence), invoices });
    yield csvRow([...cellsOf(match, [], evidence), ...cells]);
  }
  for (const { id, depositId, notInBooks, partOf } of [...unmatched.lines, ...unmatched.deposits]) {
    if (notInBooks === undefined) continue;
    const ids = depositId === undefined ? [id, ""] : [depositId, id];
    const nothing = COLUMNS.slice(ids.length).map(() => "");
    const part = partOf ? partText(partOf, id) : "";
    yield csvRow([...ids, ...nothing, ...end({ notInBooks: String(notInBooks), partOf: part })]);
  }
}

function cellsOf(
  match: Omit<Match | InvoiceMatch, "evidence">,
  paymentIds: string[],
  evidence: Evidence[],
): string[] {
  return [
    match.depositId,
    match.lineIds.join(" "),
    paymentIds.join(" "),
    match.kind,
    match.decision,
    String(match.probability),
    toDecimal(match.difference, match.currency),
    match.currency,
    evidence.map((piece) => piece.text).join(" · "),
  ];
}

function csvRow(cells: string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
