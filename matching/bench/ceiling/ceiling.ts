import type { Dataset, TruthGroup } from "../model";
import { classesOf } from "../scoring/classes";
import type { Proposal } from "../scoring/proposal";
import { edgesOf } from "./edges";
import { marginals } from "./marginals";
import { Odds } from "./odds";
import { type OracleRows, oracleRows } from "./rows";

/**
 * What a perfect reader of everything visible would propose. It knows the true customer of every name
 * and address, sees every reference whole, is given all true sums, and knows the true rates and lags;
 * only what no row shows is hidden from it. Proposals are chosen for the highest expected F1.
 */
export function ceilingProposals(dataset: Dataset): Proposal[] {
  const rows = oracleRows(dataset);
  const sets = rows.sets.map(({ depositId, lineIds, paymentIds }) => {
    return { depositId, lineIds, paymentIds, probability: 1, auto: true };
  });
  return [...sets, ...choose(dataset, rows)];
}

/** The surest proposals that are right so often together would be made without a person. */
const AUTO_PRECISION = 0.999;

/** Edges between one class of lines and one class of payments: any of them is as good. */
interface Bundle {
  line: string;
  payment: string;
  /** Expected number of true pairs among them. */
  expected: number;
  edges: { line: number; payment: number; probability: number }[];
}

function choose(dataset: Dataset, rows: OracleRows): Proposal[] {
  const usedLines = new Set<number>();
  const usedPayments = new Set<number>();
  const proposals: Proposal[] = [];
  const free = rows.sets.reduce((sum, set) => sum + pairCount(set), 0);
  // Expected counts; what is free is right.
  let right = free;
  let missed = 0;
  let proposedAndTrue = free + free + rows.pairs.length;
  for (const { edge, probability } of ranked(bundlesOf(dataset, rows), usedLines, usedPayments)) {
    // F1 = 2 · right / (proposed + true): one more pair raises it while likelier than half of it.
    if (probability <= right / proposedAndTrue) break;
    usedLines.add(edge.line);
    usedPayments.add(edge.payment);
    right += probability;
    missed += 1 - probability;
    proposedAndTrue += 1;
    const [line, payment] = [rows.lines[edge.line], rows.payments[edge.payment]];
    if (!line || !payment) continue;
    proposals.push({
      depositId: line.depositId,
      lineIds: line.lineId === null ? [] : [line.lineId],
      paymentIds: [payment.id],
      probability,
      auto: right / (right + missed) >= AUTO_PRECISION,
    });
  }
  return proposals;
}

function pairCount({ lineIds, paymentIds }: TruthGroup): number {
  return Math.max(1, lineIds.length) * paymentIds.length;
}

function bundlesOf(dataset: Dataset, rows: OracleRows): Bundle[] {
  const classes = classesOf(dataset);
  const edges = edgesOf(rows, new Odds(rows));
  const probabilities = marginals(edges);
  const bundles = new Map<string, Bundle>();
  for (const [i, edge] of edges.entries()) {
    const line = classes.line.get(rows.lines[edge.line]?.id ?? "") ?? "";
    const payment = classes.payment.get(rows.payments[edge.payment]?.id ?? "") ?? "";
    const key = `${line} | ${payment}`;
    const bundle = bundles.get(key) ?? { line, payment, expected: 0, edges: [] };
    const probability = probabilities[i] ?? 0;
    bundle.expected += probability;
    bundle.edges.push({ line: edge.line, payment: edge.payment, probability });
    bundles.set(key, bundle);
  }
  return [...bundles.values()];
}

/** The edges worth taking, the likeliest first; each bundle yields as many as it is expected to hold. */
function* ranked(
  bundles: Bundle[],
  usedLines: ReadonlySet<number>,
  usedPayments: ReadonlySet<number>,
) {
  const offers = bundles.flatMap((bundle) =>
    Array.from({ length: Math.ceil(bundle.expected) }, (_, k) => ({
      bundle,
      probability: Math.min(1, bundle.expected - k),
    })),
  );
  offers.sort((a, b) => b.probability - a.probability);
  for (const { bundle, probability } of offers) {
    const edge = bundle.edges.find(
      ({ line, payment }) => !usedLines.has(line) && !usedPayments.has(payment),
    );
    if (edge) yield { edge, probability };
  }
}
