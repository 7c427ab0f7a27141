import { counted } from "@/matching/command/counted";
import type { MatchResult, UnmatchedReason } from "@/matching/engine/contract";
import { notInBooksText } from "@/matching/engine/decision/explain";
import { cut, padEnd, padStart, printable, shortId, widthOf } from "./columns";
import { amount, partText, percent, REASONS } from "./words";

/** As wide as a Stripe id. */
const MAX_ID = 28;

/** Sums per currency, open rows with their reasons, and one line of counts. */
export function* summary(result: MatchResult, width: number): Generator<string> {
  const { stats, unmatched } = result;
  const sums = Object.entries(stats.sums).map(([currency, sum]) => [
    currency,
    ...[sum.deposits, sum.payments, sum.matched].map((minor) => amount(minor, currency)),
  ]);
  if (sums.length > 0) {
    yield "\n";
    yield* block(["Currency", "Deposits", "Payments", "Matched"], sums, width);
  }
  const reasons = openByReason(result);
  if (reasons.length > 0) {
    yield "\n";
    yield* block(["Open", "Lines", "Deposits", "Payments"], reasons, width);
  }
  const absent = openRows(result);
  if (absent.length > 0) {
    yield "\n";
    yield* listed(["Open line", "Deposit", "Payment"], absent, width);
  }
  const invoices = result.invoiceMatches.map((match) => [
    match.invoiceIds.map(printable).join(" "),
    match.lineIds.map(printable).join(" ") || printable(match.depositId),
    `${percent(match.probability)} · ${match.evidence.map(({ text }) => printable(text)).join(" · ")}`,
  ]);
  if (invoices.length > 0) {
    yield "\n";
    yield* listed(["Invoice", "Line", "Suggested"], invoices, width);
  }
  const { auto, suggested } = stats;
  const { lines, deposits, payments } = unmatched;
  const open = [
    counted(lines.length, "line"),
    counted(deposits.length, "deposit"),
    counted(payments.length, "payment"),
  ];
  yield `\n${auto} auto, ${suggested} suggested; open: ${open.join(", ")}\n`;
}

/** Lines, and deposits without lines, whose payments may not be in the books. */
function openRows({ unmatched }: MatchResult): string[][] {
  return [...unmatched.lines, ...unmatched.deposits].flatMap(
    ({ id, depositId, notInBooks, partOf }) => {
      if (notInBooks === undefined) return [];
      const text = partOf ? printable(partText(partOf, id)) : notInBooksText(notInBooks);
      return [[printable(id), printable(depositId ?? id), text]];
    },
  );
}

function openByReason({ unmatched }: MatchResult): string[][] {
  const sides = [unmatched.lines, unmatched.deposits, unmatched.payments];
  const counts = new Map<UnmatchedReason, number[]>();
  for (const [side, rows] of sides.entries()) {
    for (const { reason } of rows) {
      const known = counts.get(reason) ?? sides.map(() => 0);
      known[side] = (known[side] ?? 0) + 1;
      counts.set(reason, known);
    }
  }
  return [...counts]
    .sort(([, a], [, b]) => total(b) - total(a))
    .map(([reason, numbers]) => [
      REASONS[reason],
      ...numbers.map((count) => count.toLocaleString("en-US")),
    ]);
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** All columns left-aligned; ids are cut in the middle. */
function* listed(head: string[], rows: string[][], width: number): Generator<string> {
  const last = head.length - 1;
  const widths = head.map((title, i) =>
    rows.reduce(
      (most, row) => Math.max(most, Math.min(MAX_ID, widthOf(row[i] ?? ""))),
      title.length,
    ),
  );
  for (const row of [head, ...rows]) {
    const texts = row.map((text, i) =>
      i === last ? text : padEnd(shortId(text, widths[i] ?? 0), widths[i] ?? 0),
    );
    yield `${cut(texts.join("  "), width).trimEnd()}\n`;
  }
}

/** The first column left-aligned, numbers right-aligned. */
function* block(head: string[], rows: string[][], width: number): Generator<string> {
  const widths = head.map((title, i) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[i] ?? "")), title.length),
  );
  for (const row of [head, ...rows]) {
    const texts = row.map((text, i) =>
      i === 0 ? padEnd(text, widths[i] ?? 0) : padStart(text, widths[i] ?? 0),
    );
    yield `${cut(texts.join("  "), width).trimEnd()}\n`;
  }
}
