import { readFile } from "node:fs/promises";

/** How one part of the test run went. */
export interface Tally {
  name: string;
  passed: number;
  failed: number;
}

/** A check without cases of its own counts as one. */
export function oneCheck(name: string, hasPassed: boolean): Tally {
  return { name, passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1 };
}

/** Reads Vitest's JSON report. A run that failed without a failed test counts as one failure. */
export async function vitestTally(name: string, report: string, code: number): Promise<Tally> {
  const { numPassedTests = 0, numFailedTests = 0 } = await readReport(report);
  return withCrash({ name, passed: numPassedTests, failed: numFailedTests }, code);
}

/** Reads Playwright's JSON report, where a test that passed only on retry has not passed. */
export async function playwrightTally(name: string, report: string, code: number): Promise<Tally> {
  const { stats } = await readReport(report);
  const { expected = 0, unexpected = 0, flaky = 0 } = stats ?? {};
  return withCrash({ name, passed: expected, failed: unexpected + flaky }, code);
}

/** A runner that exits with an error although no case failed has itself failed, or never ran. */
function withCrash(tally: Tally, code: number): Tally {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  stats?: { expected?: number; unexpected?: number; flaky?: number };
}

async function readReport(path: string): Promise<Report> {
  // No report: the runner crashed before it could write one, which its exit code tells.
  const text = await readFile(path, "utf8").catch(() => "{}");
  return JSON.parse(text);
}

/** The closing line, `N passed, N failed`. */
export function totals(tallies: Tally[]): { line: string; failed: number } {
  const sum = (key: "passed" | "failed") => tallies.reduce((total, tally) => total + tally[key], 0);
  return { line: `${sum("passed")} passed, ${sum("failed")} failed`, failed: sum("failed") };
}
