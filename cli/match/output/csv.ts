import { toDecimal } from "@/lib/money";
import type { Match, MatchResult } from "@/server/matching/contract";
import { waterfall } from "./waterfall";

const COLUMNS = [
  ...["deposit_id", "line_ids", "payment_ids", "kind", "decision"],
  ...["probability", "difference", "currency", "evidence"],
];

/** One row per match; several ids in a cell are separated by spaces. */
export function* csvReport(
  { matches }: MatchResult,
  { explain }: { explain: boolean },
): Generator<string> {
  yield csvRow([...COLUMNS, ...(explain ? ["explanation"] : [])]);
  for (const match of matches) yield csvRow(cellsOf(match, explain));
}

function cellsOf(match: Match, explain: boolean): string[] {
  const { evidence } = match;
  return [
    match.depositId,
    match.lineIds.join(" "),
    match.paymentIds.join(" "),
    match.kind,
    match.decision,
    String(match.probability),
    toDecimal(match.difference, match.currency),
    match.currency,
    evidence.map((piece) => piece.text).join(" · "),
    ...(explain ? [waterfall(evidence).join("; ")] : []),
  ];
}

function csvRow(cells: string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
