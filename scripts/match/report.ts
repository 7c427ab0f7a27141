import { toDecimal } from "@/lib/money";
import type { Evidence, Match, MatchResult, Unmatched } from "@/server/matching/types";
import type { Format } from "./options";

interface ReportOptions {
  format: Format;
  explain: boolean;
  /** Milliseconds per stage, measured by the caller. */
  time: Record<string, number>;
}

/** The result as text, piece by piece, so that millions of matches need no single string. */
export function* report(result: MatchResult, options: ReportOptions): Generator<string> {
  if (options.format === "json") yield* asJson(result, options);
  if (options.format === "ndjson") yield* asNdjson(result, options);
  if (options.format === "csv") yield* asCsv(result, options);
  if (options.format === "table") yield* asTable(result, options);
}

function* asJson(result: MatchResult, options: ReportOptions): Generator<string> {
  yield '{"matches":[';
  yield* joined(result.matches.map((match) => () => JSON.stringify(wireMatch(match, options))));
  yield "],";
  const { deposits, lines, payments } = result.unmatched;
  const unmatched = {
    deposits: deposits.map(wireUnmatched),
    lines: lines.map(wireUnmatched),
    payments: payments.map(wireUnmatched),
  };
  yield `"unmatched":${JSON.stringify(unmatched)},`;
  yield `"stats":${JSON.stringify(wireStats(result, options))}}\n`;
}

function* asNdjson(result: MatchResult, options: ReportOptions): Generator<string> {
  const line = (record: string, fields: object) => `${JSON.stringify({ record, ...fields })}\n`;
  for (const match of result.matches) yield line("match", wireMatch(match, options));
  for (const side of ["deposits", "lines", "payments"] as const) {
    for (const row of result.unmatched[side]) {
      yield line("unmatched", { side, ...wireUnmatched(row) });
    }
  }
  yield line("stats", wireStats(result, options));
}

function* asCsv(result: MatchResult, { explain }: ReportOptions): Generator<string> {
  yield `deposit_id,line_ids,payment_ids,kind,decision,probability,difference,currency,evidence${explain ? ",explanation" : ""}\r\n`;
  for (const match of result.matches) {
    const cells = [
      match.depositId,
      match.lineIds.join(" "),
      match.paymentIds.join(" "),
      match.kind,
      match.decision,
      String(match.probability),
      toDecimal(match.difference, match.currency),
      match.currency,
      match.evidence.map((piece) => piece.text).join(" · "),
      ...(explain ? [waterfall(match.evidence).join("; ")] : []),
    ];
    yield `${cells.map(csvCell).join(",")}\r\n`;
  }
}

function* asTable(result: MatchResult, { explain }: ReportOptions): Generator<string> {
  const rows = result.matches.map((match) => [
    match.depositId,
    match.lineIds.join(" ") || "(whole)",
    match.paymentIds.join(" "),
    match.decision,
    `${(match.probability * 100).toFixed(2)} %`,
    toDecimal(match.difference, match.currency),
    match.evidence.map((piece) => piece.text).join(" · "),
  ]);
  const head = [
    "Deposit",
    "Lines",
    "Payments",
    "Decision",
    "Probability",
    "Difference",
    "Evidence",
  ];
  const widths = head.map((title, i) =>
    rows.reduce((width, row) => Math.max(width, row[i]?.length ?? 0), title.length),
  );
  const format = (row: string[]) =>
    `${row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join("  ")}\n`;
  yield format(head);
  for (const [i, row] of rows.entries()) {
    yield format(row);
    if (!explain) continue;
    for (const step of waterfall(result.matches[i]?.evidence ?? [])) yield `    ${step}\n`;
  }
  const { auto, suggested } = result.stats;
  const open = result.unmatched;
  yield `\n${auto} auto, ${suggested} suggested; open: ${open.lines.length} lines, ${open.deposits.length} deposits, ${open.payments.length} payments\n`;
}

function wireMatch(match: Match, { explain }: ReportOptions) {
  const best = match.alternatives.best;
  return {
    deposit_id: match.depositId,
    line_ids: match.lineIds,
    payment_ids: match.paymentIds,
    kind: match.kind,
    decision: match.decision,
    probability: match.probability,
    difference: toDecimal(match.difference, match.currency),
    currency: match.currency,
    evidence: match.evidence,
    alternatives: {
      count: match.alternatives.count,
      best: best ? { payment_ids: best.paymentIds, probability: best.probability } : null,
    },
    ...(explain ? { explanation: waterfall(match.evidence) } : {}),
  };
}

function wireUnmatched({ id, depositId, reason }: Unmatched) {
  return { id, ...(depositId === undefined ? {} : { deposit_id: depositId }), reason };
}

function wireStats({ stats }: MatchResult, { time }: ReportOptions) {
  const sums = Object.entries(stats.sums).map(([currency, sum]) => [
    currency,
    {
      deposits: toDecimal(sum.deposits, currency),
      payments: toDecimal(sum.payments, currency),
      matched: toDecimal(sum.matched, currency),
    },
  ]);
  return { ...stats, sums: Object.fromEntries(sums), time_ms: time };
}

/** How the evidence adds up, step by step. */
function waterfall(evidence: Evidence[]): string[] {
  let total = 0;
  return evidence.map(({ weight, text }) => {
    total += weight;
    return `${signed(weight)} bits  ${text}  (${signed(total)})`;
  });
}

function signed(bits: number): string {
  return `${bits < 0 ? "" : "+"}${bits.toFixed(2)}`;
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function* joined(parts: (() => string)[]): Generator<string> {
  for (const [i, part] of parts.entries()) yield (i === 0 ? "" : ",") + part();
}
