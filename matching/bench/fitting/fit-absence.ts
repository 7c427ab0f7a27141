import type { AbsenceFacts } from "@/matching/engine/decision/not-in-books";
import { absenceFacts } from "@/matching/engine/decision/not-in-books";
import { ABSENCE_WEIGHTS } from "@/matching/engine/parameters";
import { linkRecords } from "@/matching/engine/pipeline";
import { normalize } from "@/matching/engine/records/normalize";
import { keepRecorded, loseSales, recordedIds } from "../degrade";
import { generate } from "../generate";
import type { Dataset, Shape } from "../model";

interface Observation {
  facts: number[];
  isMissing: boolean;
  weight: number;
}

const FACTS = Object.keys(ABSENCE_WEIGHTS) as (keyof AbsenceFacts)[];
/** Books that lack nothing, as generated, and that lack much; the generated ones count for most. */
const LEVELS: readonly { degrade: (dataset: Dataset) => Dataset; weight: number }[] = [
  { degrade: keepRecorded, weight: 120 },
  { degrade: (dataset) => dataset, weight: 900 },
  { degrade: (dataset) => loseSales(dataset, 0.1), weight: 60 },
  { degrade: (dataset) => loseSales(dataset, 0.35), weight: 60 },
];
/** Small books count by their lines, larger ones alike. */
const FULL_BOOK = 60;
/** The prior that a fact says nothing. */
const RIDGE = 2;
const STEPS = 40;
/** The change of a weight, in nats, below which a step is the last. */
const MIN_CHANGE = 1e-6;
/** More lines per book take long and change little. */
const MAX_LINES = 2_000;

/**
 * Weights of the evidence that a payment is absent, by logistic regression on generated
 * books; every book counts alike.
 * @returns bits per unit of each fact
 */
export function fitAbsence(
  shapes: readonly Shape[],
  { seeds, lines }: { seeds: readonly number[]; lines: number },
): Record<keyof AbsenceFacts, number> {
  const observations = shapes.flatMap((shape) =>
    seeds.flatMap((seed) => {
      const dataset = generate({ shape, lines: Math.min(lines, MAX_LINES), seed });
      return LEVELS.flatMap(({ degrade, weight }) => observe(degrade(dataset), weight));
    }),
  );
  const fitted = regress(observations);
  return Object.fromEntries(
    FACTS.map((fact, i) => [fact, Math.round(((fitted[i] ?? 0) / Math.LN2) * 100) / 100]),
  ) as Record<keyof AbsenceFacts, number>;
}

function observe(dataset: Dataset, weight: number): Observation[] {
  const recorded = recordedIds(dataset);
  const records = normalize(dataset.deposits, dataset.payments);
  const open = [...absenceFacts(linkRecords(records, { algorithm: "smart" }, () => {}))];
  return open.map(([{ line, deposit }, facts]) => ({
    facts: FACTS.map((fact) => facts[fact]),
    isMissing: !recorded.has(line?.id ?? deposit.id),
    weight: weight / Math.max(open.length, FULL_BOOK),
  }));
}

/** Newton's method on the penalized log likelihood; weights in nats. */
function regress(observations: readonly Observation[]): number[] {
  let weights = FACTS.map(() => 0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => -RIDGE * weight);
    const hessian = weights.map((_, i) => weights.map((__, j): number => (i === j ? RIDGE : 0)));
    for (const { facts, isMissing, weight } of observations) {
      let odds = 0;
      for (let i = 0; i < facts.length; i++) odds += (facts[i] ?? 0) * (weights[i] ?? 0);
      const expected = 1 / (1 + Math.exp(-odds));
      const residual = weight * (Number(isMissing) - expected);
      const variance = weight * expected * (1 - expected);
      for (let i = 0; i < facts.length; i++) {
        const fact = facts[i] ?? 0;
        if (fact === 0) continue;
        gradient[i] = (gradient[i] ?? 0) + residual * fact;
        const row = hessian[i] ?? [];
        for (let j = 0; j < facts.length; j++) {
          row[j] = (row[j] ?? 0) + variance * fact * (facts[j] ?? 0);
        }
      }
    }
    const change = solved(hessian, gradient);
    weights = weights.map((weight, i) => weight + (change[i] ?? 0));
    if (change.every((each) => Math.abs(each) < MIN_CHANGE)) break;
  }
  return weights;
}

/** Solves a positive definite system by elimination. */
function solved(matrix: number[][], vector: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, vector[i] ?? 0]);
  for (const [i, pivot] of rows.entries()) {
    for (const [k, row] of rows.entries()) {
      if (k === i) continue;
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1);
      for (let j = i; j < row.length; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}
