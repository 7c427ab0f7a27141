import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { dateInZone } from "@/lib/dates";
import { processorTime } from "../process/processor-time";
import { type Scope, supervise } from "../process/supervise";
import { ensureBuild } from "../product/build";
import { checkAdvisories } from "./advisories";
import {
  type Budgeted,
  type BudgetFinding,
  longest,
  longestFiles,
  overBudget,
  slownessOf,
  type TimedTest,
  unneededExceptions,
} from "./budget";
import { BUDGET_EXCEPTIONS } from "./budget-exceptions";
import { type Changes, everything, reachedByChanges } from "./changes";
import { runE2e } from "./e2e";
import { passedParts, rememberPassed, sourcesNow } from "./passed-parts";
import { repeatedAgain } from "./repeated";
import { reportText, type Timed } from "./report";
import { openReportsFolder } from "./reports-folder";
import { checks, oneCheck, type Tally, totals } from "./tally";
import { runVitest, verify } from "./verify";
import { ensureWorlds } from "./worlds";

const log = console.log;

interface Part {
  title: string;
  run: () => Promise<Tally[]>;
}

/** What a complete run writes. */
const REPORT = join("docs", "reports", "tests-all.md");

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
    const before = resume ? await passedParts(await sourcesNow()) : [];
    const timed: Timed[] = [];
    const fresh: Timed[] = [];
    for (const part of parts) {
      const passed = before.find(({ title }) => title === part.title);
      if (passed) log(`\n── ${part.title} ── passed before`);
      // A part of a smaller run has fewer tests, so only a complete run's are remembered.
      const done = passed ?? (await (isExhaustive ? runRemembered(part) : runPart(part)));
      timed.push(done);
      if (!passed) fresh.push(done);
    }
    // Exhaustive tests take what they need.
    const measure: Measure = async (part, file) => {
      const { tests } =
        part === "integration"
          ? await runVitest(scope, "integration", reports, log, { args: [file] })
          : await runE2e(scope, reports, [file, "--workers=1"], log);
      return tests;
    };
    const judged = await judge(timed, fresh, changes.isAll && !isExhaustive ? measure : null);
    if (isExhaustive) await writeReport(timed, judged);
    return conclude(timed, judged);
  });
}

/** One after the other: each keeps all processors busy. */
export function partsOf(
  scope: Scope,
  reports: string,
  changes: Changes,
  isExhaustive: boolean,
): Part[] {
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
      run: async () => [
        await runE2e(scope, reports, [...REPEAT, ...(changes.isAll ? [] : endToEnd)], log),
      ],
    }),
    ...when(isExhaustive, {
      title: "Exhaustive tests on PostgreSQL",
      run: async () => [await vitest("exhaustive")],
    }),
    ...when(isExhaustive, {
      title: "Exhaustive tests in Chromium",
      run: async () => [await runE2e(scope, reports, [...REPEAT, "--project=exhaustive"], log)],
    }),
    ...when(isExhaustive, {
      title: "Published advisories of packages",
      run: () => checkAdvisories(scope, log),
    }),
  ];
}

/** Playwright's own: what fails is repeated once. */
const REPEAT = ["--retries=1"];

const when = (isWanted: boolean, part: Part): Part[] => (isWanted ? [part] : []);

/** What passed is remembered for the sources that it began with: they may change while it runs. */
async function runRemembered(part: Part): Promise<Timed> {
  const sources = await sourcesNow();
  const done = await runPart(part);
  if (done.tallies.every(({ failed }) => failed === 0)) await rememberPassed(done, sources);
  return done;
}

/** A part that cannot run counts as one failure, and the others still run. */
async function runPart({ title, run }: Part): Promise<Timed> {
  const started = Date.now();
  const before = processorTime([process.pid]);
  log(`\n── ${title} ──`);
  const tallies = await run().catch((error: unknown) => {
    log(error instanceof Error && error.constructor === Error ? error.message : String(error));
    return [oneCheck(title, false)];
  });
  const after = processorTime([process.pid]);
  const isMeasured = before !== undefined && after !== undefined;
  return {
    title,
    seconds: Math.round((Date.now() - started) / 1000),
    ...(isMeasured && { processorMs: after - before }),
    tallies,
  };
}

/**
 * The parts' tallies, and the checks that look at all of them.
 * @param fresh parts of this very run.
 * @param measure null where no budget is held.
 */
async function judge(
  parts: readonly Timed[],
  fresh: readonly Timed[],
  measure: Measure | null,
): Promise<Tally[]> {
  const tallies = parts.flatMap((part) => part.tallies);
  const ran = fresh.flatMap((part) => part.tallies);
  const again = await repeatedAgain({
    tests: ran.flatMap((tally) => tally.tests.map(({ test }) => test)),
    repeated: ran.flatMap((tally) => tally.repeated),
  });
  return [
    ...tallies,
    ...(measure ? await budgets(tallies, measure) : []),
    checks(
      "no repeated failure",
      again.map((test) => `${test}: failed once in this run and in the one before`),
    ),
  ];
}

async function writeReport(parts: readonly Timed[], judged: readonly Tally[]): Promise<void> {
  const day = dateInZone(new Date(), "UTC");
  await mkdir(dirname(REPORT), { recursive: true });
  await writeFile(REPORT, reportText(parts, judged, { day, processors: availableParallelism() }));
}

function conclude(parts: readonly Timed[], judged: readonly Tally[]): number {
  report(parts, judged);
  // Logs are mostly read from the end, and often only the end is kept.
  for (const test of judged.flatMap(({ repeated }) => repeated)) {
    log(`\n! passed only when it was repeated: ${test}`);
  }
  for (const failure of judged.flatMap(({ failures }) => failures)) log(`\n✗ ${failure}`);
  log("");
  for (const { name, passed, failed } of judged) {
    log(`${failed > 0 ? "✗" : "✓"} ${name.padEnd(20)}${passed} passed, ${failed} failed`);
  }
  const { line, failed } = totals([...judged]);
  log(`\n${line}`);
  return failed > 0 ? 1 : 0;
}

/** Which part's budget a tally's tests have. */
const BUDGETS: Record<string, Budgeted> = {
  "integration tests": "integration",
  "end-to-end tests": "end-to-end",
};

/** Runs one file of a part alone. */
type Measure = (part: Budgeted, file: string) => Promise<readonly TimedTest[]>;

/** Files. More of them aren't a busy machine's doing. */
const MEASURED_AGAIN_AT_MOST = 5;

/**
 * Where a machine is busy, a test takes longer, and what polls meanwhile takes more of the processor; what a process takes
 * that ends meanwhile can be missed. So the files in which the budget finds something are measured once more, alone, and
 * judged by that.
 */
async function budgets(tallies: readonly Tally[], measure: Measure): Promise<Tally[]> {
  const judged: Tally[] = [];
  for (const { name, tests } of tallies) {
    const part = BUDGETS[name];
    if (!part || tests.length === 0) continue;
    const findings = findingsOf(part, tests);
    const files = [...new Set(findings.map(fileOf))];
    const isBusy = files.length <= MEASURED_AGAIN_AT_MOST;
    const left = isBusy ? [] : findings;
    for (const file of isBusy ? files : []) {
      const found = findings.filter((finding) => fileOf(finding) === file);
      log(["", ...found.map(({ text }) => `── Measured again: ${text} ──`)].join("\n"));
      const measured = await measure(part, file);
      const again = findingsOf(part, measured);
      // Nothing can be measured of a file that is gone.
      left.push(...(measured.length === 0 ? found : again.filter(isAmong(found))));
    }
    judged.push(
      checks(
        `budget, ${part}`,
        left.map(({ text }) => text),
      ),
    );
  }
  return judged;
}

const fileOf = ({ test }: BudgetFinding) => test.split(" › ")[0] ?? "";

/** The same test's. */
const isAmong =
  (found: readonly BudgetFinding[]) =>
  ({ test }: BudgetFinding) =>
    found.some((finding) => finding.test === test);

function findingsOf(part: Budgeted, tests: readonly TimedTest[]): BudgetFinding[] {
  const exceptions = BUDGET_EXCEPTIONS[part];
  return [...overBudget(part, tests, exceptions), ...unneededExceptions(part, tests, exceptions)];
}

function report(parts: readonly Timed[], judged: readonly Tally[]): void {
  log("\n── Time ──");
  for (const { title, seconds } of parts) log(`${String(seconds).padStart(5)} s  ${title}`);
  for (const { name, tests } of judged.filter((tally) => tally.name in BUDGETS)) {
    log(`${slownessOf(tests).toFixed(2).padStart(7)}  times as slow as the reference: ${name}`);
  }
  const tests = judged.flatMap((tally) => tally.tests);
  const line = (test: string, ms = 0) => log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${test}`);
  log("\nThe ten longest tests, by processor time:");
  for (const { test, processorMs } of longest(tests, 10)) line(test, processorMs);
  log("\nThe ten longest files:");
  for (const { test, processorMs } of longestFiles(tests, 10)) line(test, processorMs);
}
