import { REFERENCE_PACE_MS } from "../process/pace";

export interface TimedTest {
  /** `tests/integration/x.test.ts › its name` */
  test: string;
  /** Processor time; absent where it can't be measured. */
  processorMs?: number;
  /** How fast the machine was then, see {@link measurePace}; only some tests measure it. */
  paceMs?: number;
  /** The first test of a process also loads and warms up the product. */
  isFirst?: boolean;
}

/** A test that may take more than the budget. */
export interface BudgetException {
  /** As {@link TimedTest}; a name that ends with "…" stands for all that begin so. */
  test: string;
  seconds: number;
  why: string;
}

/**
 * What a test may take of the processor, in milliseconds: so that a busy machine doesn't matter. A slower machine
 * allows more, in the ratio of its pace to the reference's.
 */
export const BUDGET_MS = { integration: 3_000, "end-to-end": 10_000 };
export type Budgeted = keyof typeof BUDGET_MS;

/** The same test takes a fifth more or less from run to run: only what exceeds that is the test's own. */
const NOISE = 1.25;
/** What a process takes once, for loading and warming up. */
const FIRST_MS = 6_000;
/** An exception for a test that takes less of its budget isn't needed: far enough below that no machine wavers. */
const UNNEEDED_BELOW = 0.3;

/** A test over its budget with the entry that the list of exceptions would need, or an entry that no test needs. */
export interface BudgetFinding {
  test: string;
  text: string;
}

/** The tests of one part that take more than they may. */
export function overBudget(
  part: Budgeted,
  tests: readonly TimedTest[],
  exceptions: readonly BudgetException[],
): BudgetFinding[] {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const slowness = slownessOf(tests);
  return tests.flatMap(({ test, processorMs = 0, isFirst = false }) => {
    const exception = exceptions.find((each) => covers(each, test));
    const allowedMs = exception ? exception.seconds * 1000 : BUDGET_MS[part];
    if (processorMs <= (allowedMs + (isFirst ? FIRST_MS : 0)) * slowness * NOISE) return [];
    const entry = `{ test: ${JSON.stringify(test)}, seconds: ${Math.ceil((processorMs * 1.2) / slowness / 1000)}, why: "…" }`;
    const text = `${test}: ${seconds(processorMs)} s of processor, ${seconds(allowedMs)} s allowed, on a machine ${slowness.toFixed(2)} times as slow as the reference. Make it cheaper, or explain it in tools/checks/budget-exceptions.ts: ${entry}`;
    return [{ test, text }];
  });
}

/** Exceptions that no test needs: their tests are far within the budget, or gone. */
export function unneededExceptions(
  part: Budgeted,
  tests: readonly TimedTest[],
  exceptions: readonly BudgetException[],
): BudgetFinding[] {
  if (tests.every(({ processorMs }) => processorMs === undefined)) return [];
  const needed = tests.filter(
    ({ processorMs = Number.POSITIVE_INFINITY }) => processorMs > BUDGET_MS[part] * UNNEEDED_BELOW,
  );
  return exceptions
    .filter((each) => !needed.some(({ test }) => covers(each, test)))
    .map(({ test }) => ({
      test,
      text: `${test}: within the budget, or gone. Remove its exception.`,
    }));
}

/** How much slower than the reference the machine was, at least 1. */
export function slownessOf(tests: readonly TimedTest[]): number {
  const paces = tests.flatMap(({ paceMs }) => paceMs ?? []).toSorted((a, b) => a - b);
  const median = paces[Math.floor(paces.length / 2)] ?? REFERENCE_PACE_MS;
  return Math.max(1, median / REFERENCE_PACE_MS);
}

export function longest(tests: readonly TimedTest[], count: number): TimedTest[] {
  return tests.toSorted((a, b) => (b.processorMs ?? 0) - (a.processorMs ?? 0)).slice(0, count);
}

/** Processor time by file, the longest first. */
export function longestFiles(tests: readonly TimedTest[], count: number): TimedTest[] {
  const files = new Map<string, number>();
  for (const { test, processorMs = 0 } of tests) {
    const [file = ""] = test.split(" › ");
    files.set(file, (files.get(file) ?? 0) + processorMs);
  }
  const timed = [...files].map(([test, processorMs]) => ({ test, processorMs }));
  return longest(timed, count);
}

function covers(exception: BudgetException, test: string): boolean {
  return exception.test.endsWith("…")
    ? test.startsWith(exception.test.slice(0, -1))
    : exception.test === test;
}
