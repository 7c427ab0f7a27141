import { toDecimal } from "@/lib/money";
import type {
  Exchange,
  InvoiceMatch,
  Match,
  MatchResult,
  Money,
  PartOfPayment,
  Unmatched,
} from "@/matching/engine/contract";
import { waterfall } from "./waterfall";

interface JsonOptions {
  explain: boolean;
  time: Record<string, number>;
  warnings?: readonly string[] | undefined;
}

const SIDES = ["deposits", "lines", "payments"] as const;

/** One JSON object: warnings if there are any, matches, unmatched, invoice_matches, stats. */
export function* jsonReport(result: MatchResult, options: JsonOptions): Generator<string> {
  const { warnings = [] } = options;
  yield warnings.length > 0 ? `{"warnings":${JSON.stringify(warnings)},"matches":` : '{"matches":';
  yield* list(result.matches, (match) => wireMatch(match, options.explain));
  yield ',"unmatched":{';
  for (const [i, side] of SIDES.entries()) {
    yield `${i === 0 ? "" : ","}"${side}":`;
    yield* list(result.unmatched[side], wireUnmatched);
  }
  yield '},"invoice_matches":';
  yield* list(result.invoiceMatches, (match) => wireInvoiceMatch(match, options.explain));
  yield `,"stats":${JSON.stringify(wireStats(result, options.time))}}\n`;
}

/** One object per line; `record` gives its type. */
export function* ndjsonReport(result: MatchResult, options: JsonOptions): Generator<string> {
  const line = (record: string, fields: object) => `${JSON.stringify({ record, ...fields })}\n`;
  for (const text of options.warnings ?? []) yield line("warning", { text });
  for (const match of result.matches) yield line("match", wireMatch(match, options.explain));
  for (const side of SIDES) {
    for (const row of result.unmatched[side]) {
      yield line("unmatched", { side, ...wireUnmatched(row) });
    }
  }
  for (const match of result.invoiceMatches)
    yield line("invoice_match", wireInvoiceMatch(match, options.explain));
  yield line("stats", wireStats(result, options.time));
}

function* list<Row>(rows: Row[], wire: (row: Row) => object): Generator<string> {
  yield "[";
  for (const [i, row] of rows.entries()) yield (i === 0 ? "" : ",") + JSON.stringify(wire(row));
  yield "]";
}

function wireMatch(match: Match, explain: boolean) {
  const { evidence, alternatives } = match;
  const { count, best } = alternatives;
  return {
    deposit_id: match.depositId,
    line_ids: match.lineIds,
    payment_ids: match.paymentIds,
    kind: match.kind,
    decision: match.decision,
    probability: match.probability,
    difference: toDecimal(match.difference, match.currency),
    currency: match.currency,
    ...(match.exchange && { exchange: wireExchange(match.exchange) }),
    evidence,
    alternatives: {
      count,
      best: best ? { payment_ids: best.paymentIds, probability: best.probability } : null,
    },
    ...(explain ? { explanation: waterfall(evidence) } : {}),
  };
}

function wireInvoiceMatch(match: InvoiceMatch, explain: boolean) {
  const { evidence } = match;
  return {
    deposit_id: match.depositId,
    line_ids: match.lineIds,
    invoice_ids: match.invoiceIds,
    kind: match.kind,
    decision: match.decision,
    probability: match.probability,
    difference: toDecimal(match.difference, match.currency),
    currency: match.currency,
    evidence,
    ...(explain ? { explanation: waterfall(evidence) } : {}),
  };
}

function wireExchange({ settled, paid, booked, worth }: Exchange) {
  return {
    ...{ settled: wireMoney(settled), paid: wireMoney(paid), booked: wireMoney(booked) },
    ...(worth && { worth: wireMoney(worth) }),
  };
}

function wireMoney({ amount, currency }: Money) {
  return { amount: toDecimal(amount, currency), currency };
}

function wireUnmatched({ id, depositId, reason, notInBooks, candidates, partOf }: Unmatched) {
  return {
    id,
    ...(depositId === undefined ? {} : { deposit_id: depositId }),
    reason,
    ...(notInBooks === undefined ? {} : { not_in_books: notInBooks }),
    ...(candidates === undefined
      ? {}
      : {
          candidates: candidates.map(({ paymentIds, probability }) => ({
            payment_ids: paymentIds,
            probability,
          })),
        }),
    ...(partOf && { part_of: wirePartOf(partOf) }),
  };
}

function wirePartOf({ paymentId, amount, currency, lines }: PartOfPayment) {
  return {
    payment_id: paymentId,
    ...wireMoney({ amount, currency }),
    lines: lines.map((line) => ({
      deposit_id: line.depositId,
      line_id: line.lineId,
      amount: toDecimal(line.amount, currency),
    })),
  };
}

function wireStats({ stats }: MatchResult, time: Record<string, number>) {
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
