import { type Scope, supervise } from "../process/supervise";
import { ensureBuild } from "../product/build";
import { type Budgeted, longest, longestFiles, overBudget } from "./budget";
import { BUDGET_EXCEPTIONS } from "./budget-exceptions";
import { type Changes, everything, reachedByChanges } from "./changes";
import { runE2e } from "./e2e";
import { passedParts, rememberPassed } from "./passed-parts";
import { repeatedAgain } from "./repeated";
import { openReportsFolder } from "./reports-folder";
import { checks, oneCheck, type Tally, totals } from "./tally";
import { runVitest, verify } from "./verify";
import { ensureWorlds } from "./worlds";

const log = console.log;

interface Part {
  title: string;
  run: () => Promise<Tally[]>;
}

interface Timed {
  title: string;
  seconds: number;
  tallies: Tally[];
}

interface Options {
  /** Also what takes too long for every change. */
  isExhaustive?: boolean;
  /** Leaves out parts that have passed on the same sources. */
  resume?: boolean;
  onlyChanged?: boolean;
}

/** Runs the tests part by part, and says at the end what failed and where the time went. */
export function runParts({
  isExhaustive = false,
  resume = false,
  onlyChanged = false,
}: Options): Promise<number> {
  return supervise(async (scope) => {
    const reports = await openReportsFolder(scope);
    const changes = onlyChanged ? await reachedByChanges() : everything();
    log(changes.text);
    const parts = partsOf(scope, reports, changes, isExhaustive);
    const passed = resume ? await passedParts() : new Set<string>();
    const timed: Timed[] = [];
    for (const part of parts) {
      if (passed.has(part.title)) log(`\n── ${part.title} ── passed before`);
      else {
        const done = await runPart(part);
        timed.push(done);
        if (done.tallies.every(({ failed }) => failed === 0)) await rememberPassed(part.title);
      }
    }
    return conclude(timed, changes);
  });
}

/** The parts of a run over everything, in their order. */
export function partTitles({ isExhaustive }: Required<Pick<Options, "isExhaustive">>): string[] {
  const nowhere: Scope = { stopped: new Promise(() => {}), acquire: (acquire) => acquire() };
  return partsOf(nowhere, "", everything(), isExhaustive).map(({ title }) => title);
}

/** One after the other: each keeps the processors busy by itself. */
function partsOf(scope: Scope, reports: string, changes: Changes, isExhaustive: boolean): Part[] {
  const env = isExhaustive ? { TEST_EXHAUSTIVE: "1" } : {};
  const vitest = (project: "integration" | "exhaustive", files: string[] = []) =>
    runVitest(scope, project, reports, log, { args: files, env });
  const { integration, endToEnd } = changes;
  return [
    {
      title: "Format, structure, unused code, types, unit tests",
      run: () => verify(scope, reports, log),
    },
    ...when(integration.length > 0 || endToEnd.length > 0, {
      title: "Build and worlds",
      run: async () => {
        await ensureWorlds(scope, log);
        if (endToEnd.length > 0) await ensureBuild(scope, log);
        return [];
      },
    }),
    ...when(integration.length > 0, {
      title: "Integration tests on PostgreSQL",
      run: async () => [await vitest("integration", changes.isAll ? [] : integration)],
    }),
    ...when(endToEnd.length > 0, {
      title: "End-to-end tests in Chromium",
      run: async () => [await runE2e(scope, reports, changes.isAll ? [] : endToEnd, log)],
    }),
    ...when(isExhaustive, {
      title: "Exhaustive tests on PostgreSQL",
      run: async () => [await vitest("exhaustive")],
    }),
    ...when(isExhaustive, {
      title: "Exhaustive tests in Chromium",
      run: async () => [await runE2e(scope, reports, ["--project=exhaustive"], log)],
    }),
  ];
}

const when = (isWanted: boolean, part: Part): Part[] => (isWanted ? [part] : []);

/** A part that cannot run counts as one failure, and the others still run. */
async function runPart({ title, run }: Part): Promise<Timed> {
  const started = Date.now();
  log(`\n── ${title} ──`);
  const tallies = await run().catch((error: unknown) => {
    log(error instanceof Error && error.constructor === Error ? error.message : String(error));
    return [oneCheck(title, false)];
  });
  return { title, seconds: Math.round((Date.now() - started) / 1000), tallies };
}

async function conclude(parts: readonly Timed[], { isAll }: Changes): Promise<number> {
  const tallies = parts.flatMap(({ tallies: each }) => each);
  const repeated = tallies.flatMap((tally) => tally.repeated);
  const again = await repeatedAgain(repeated);
  const all = [
    ...tallies,
    ...(isAll ? budgets(tallies) : []),
    checks(
      "no repeated failure",
      again.map((test) => `${test}: failed once in this run and in the one before`),
    ),
  ];
  report(parts, tallies);
  // Logs are mostly read from the end, and often only the end is kept.
  for (const test of repeated) log(`\n! passed only when it was repeated: ${test}`);
  for (const failure of all.flatMap(({ failures }) => failures)) log(`\n✗ ${failure}`);
  log("");
  for (const { name, passed, failed } of all) {
    log(`${failed > 0 ? "✗" : "✓"} ${name.padEnd(20)}${passed} passed, ${failed} failed`);
  }
  const { line, failed } = totals(all);
  log(`\n${line}`);
  return failed > 0 ? 1 : 0;
}

/** Which part's budget a tally's tests have. */
const BUDGETS: Record<string, Budgeted> = {
  "integration tests": "integration",
  "end-to-end tests": "end-to-end",
};

function budgets(tallies: readonly Tally[]): Tally[] {
  return tallies.flatMap(({ name, tests }) => {
    const part = BUDGETS[name];
    if (!part || tests.length === 0) return [];
    return checks(`budget, ${part}`, overBudget(part, tests, BUDGET_EXCEPTIONS[part]));
  });
}

function report(parts: readonly Timed[], tallies: readonly Tally[]): void {
  log("\n── Time ──");
  for (const { title, seconds } of parts) log(`${String(seconds).padStart(5)} s  ${title}`);
  const tests = tallies.flatMap((tally) => tally.tests);
  const line = (test: string, ms = 0) => log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${test}`);
  log("\nThe ten longest tests, by processor time:");
  for (const { test, processorMs } of longest(tests, 10)) line(test, processorMs);
  log("\nThe ten longest files:");
  for (const { test, processorMs } of longestFiles(tests, 10)) line(test, processorMs);
}
