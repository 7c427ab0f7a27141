import type { Match, MatchResult } from "@/matching/engine/contract";
import { cut, padEnd, padStart, printable, shortId, shortList, widthOf, wrap } from "./columns";
import { GAP, type Layout, layOut, MIN_WIDTH } from "./layout";
import { summary } from "./summary";
import { waterfallChart } from "./waterfall";
import { amount, percent } from "./words";

interface TableOptions {
  explain: boolean;
  width: number;
  warnings?: readonly string[] | undefined;
}

const WHOLE = "(whole)";
const BETWEEN = " ".repeat(GAP);
/** Maximum lines of evidence per match; `--explain` shows all. */
const MAX_LINES = 3;
const MAX_WARNING_LINES = 9;

/** The matches as a table that fits the terminal, then sums and open rows. */
export function* tableReport(
  result: MatchResult,
  { explain, width: terminal, warnings = [] }: TableOptions,
): Generator<string> {
  const width = Math.max(terminal, MIN_WIDTH);
  for (const text of warnings) {
    for (const part of wrap([`Warning: ${printable(text)}`], width, MAX_WARNING_LINES))
      yield line(part, width);
  }
  if (warnings.length > 0) yield "\n";
  const showCurrency = Object.keys(result.stats.sums).length > 1;
  const layout = layOut(width, naturalWidths(result.matches, showCurrency), !explain);
  if (result.matches.length > 0) yield line(headings(layout), width);
  for (const match of result.matches) {
    const { evidence } = match;
    const texts = explain ? [] : evidence.map(({ text }) => printable(text));
    yield* row(match, texts, { layout, width, showCurrency });
    if (explain) yield* waterfallChart(evidence.map(withPrintableText), match.probability, width);
  }
  yield* summary(result, width);
}

function withPrintableText<Piece extends { text: string }>(piece: Piece): Piece {
  return { ...piece, text: printable(piece.text) };
}

function naturalWidths(matches: Match[], showCurrency: boolean) {
  const widths = { deposit: 0, lines: WHOLE.length, payments: 0, difference: 0 };
  for (const match of matches) {
    widths.deposit = Math.max(widths.deposit, match.depositId.length);
    widths.lines = Math.max(widths.lines, match.lineIds.join(" ").length);
    widths.payments = Math.max(widths.payments, match.paymentIds.join(" ").length);
    widths.difference = Math.max(widths.difference, difference(match, showCurrency).length);
  }
  return widths;
}

function headings(layout: Layout): string {
  return cells(layout, [
    "Deposit",
    "Lines",
    "Payments",
    "Decision",
    "Probability",
    "Difference",
    layout.evidence === null ? "" : "Evidence",
  ]);
}

function* row(
  match: Match,
  evidence: string[],
  { layout, width, showCurrency }: { layout: Layout; width: number; showCurrency: boolean },
): Generator<string> {
  const beside = layout.evidence === null ? [] : wrap(evidence, layout.evidence, MAX_LINES);
  const [first = "", ...more] = beside;
  yield line(cells(layout, [...facts(match, layout, showCurrency), first]), width);
  const indent = layout.evidence === null ? 4 : width - layout.evidence;
  const below = layout.evidence === null ? wrap(evidence, width - indent, MAX_LINES) : more;
  for (const text of below) {
    if (text !== "") yield line(" ".repeat(indent) + text, width);
  }
}

function facts(match: Match, layout: Layout, showCurrency: boolean): string[] {
  const lines = match.lineIds.length === 0 ? [WHOLE] : match.lineIds.map(printable);
  return [
    shortId(printable(match.depositId), layout.deposit),
    shortList(lines, layout.lines),
    shortList(match.paymentIds.map(printable), layout.payments),
    match.decision,
    percent(match.probability),
    difference(match, showCurrency),
  ];
}

function difference(match: Match, showCurrency: boolean): string {
  const text = amount(match.difference, match.currency);
  return showCurrency ? `${text} ${match.currency}` : text;
}

function cells(layout: Layout, texts: string[]): string {
  const [deposit = "", lines = "", payments = "", decision = "", ...rest] = texts;
  const [probability = "", money = "", evidence = ""] = rest;
  return [
    padEnd(deposit, layout.deposit),
    padEnd(lines, layout.lines),
    padEnd(payments, layout.payments),
    padEnd(decision, layout.decision),
    padStart(probability, layout.probability),
    padStart(money, layout.difference),
    evidence,
  ].join(BETWEEN);
}

function line(text: string, width: number): string {
  const fitting = widthOf(text.trimEnd()) <= width ? text : cut(text, width);
  return `${fitting.trimEnd()}\n`;
}
