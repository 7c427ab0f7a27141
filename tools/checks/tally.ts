import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { TimedTest } from "./budget";

/** The result of one part of the test run. */
export interface Tally {
  name: string;
  passed: number;
  failed: number;
  /** The failed cases and their errors, for the end of a long output; empty when the part names no cases. */
  failures: string[];
  /** Its tests, with their processor time where that was measured. */
  tests: TimedTest[];
  /** Tests that failed once, and passed when they were repeated. */
  repeated: string[];
}

/** A check without cases counts as one. */
export function oneCheck(name: string, hasPassed: boolean): Tally {
  return {
    name,
    passed: hasPassed ? 1 : 0,
    failed: hasPassed ? 0 : 1,
    failures: [],
    tests: [],
    repeated: [],
  };
}

/** Several checks of one thing, each with its text where it failed. */
export function checks(name: string, failures: string[]): Tally {
  return { ...oneCheck(name, failures.length === 0), failed: failures.length, failures };
}

/** Reads Vitest's JSON report. A run that failed without a failed test counts as one failure. */
export async function vitestTally(name: string, report: string, code: number): Promise<Tally> {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    testResults = [],
    uncaught = [],
  } = await readReport(report);
  const failed = testResults.flatMap((file) => {
    const path = relative(process.cwd(), file.name);
    const cases = file.assertionResults.filter(({ status }) => status === "failed");
    if (cases.length === 0 && file.status === "failed") return [summary(path, file.message)];
    return cases.map((test) =>
      summary(`${path} › ${test.fullName}`, test.failureMessages.join("\n")),
    );
  });
  const each = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map((test) => ({
      ...test,
      test: `${relative(process.cwd(), file)} › ${test.fullName}`,
    })),
  );
  const tests = each.map(({ test, meta }) => ({
    test,
    ...(meta?.processorMs !== undefined && { processorMs: meta.processorMs }),
    ...(meta?.paceMs !== undefined && { paceMs: meta.paceMs }),
    isFirst: meta?.isFirst ?? false,
  }));
  const repeated = each.flatMap(({ test, status, meta }) =>
    status === "passed" && (meta?.failedBefore ?? 0) > 0 ? [test] : [],
  );
  const failures = [...failed, ...uncaught.map((error) => summary("Outside of a test", error))];
  const counts = { passed: numPassedTests, failed: numFailedTests + uncaught.length };
  return withCrash({ name, ...counts, failures, tests, repeated }, code);
}

/** Reads Playwright's JSON report. A test that passed when it was repeated counts as passed, and is named. */
export async function playwrightTally(name: string, report: string, code: number): Promise<Tally> {
  const { stats, suites = [], config } = await readReport(report);
  const { expected = 0, unexpected = 0, flaky = 0 } = stats ?? {};
  const failures = suites.flatMap(failedSpecs).map(({ file, line, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error ?? []));
    return summary(`${file}:${line} › ${title}`, errors[0]?.message ?? "");
  });
  const folder = config ? relative(process.cwd(), config.rootDir) : "";
  const each = suites
    .flatMap((suite) => allSpecs(suite))
    .map((spec) => ({
      ...spec,
      test: `${join(folder, spec.file)} › ${spec.path}`,
    }));
  const tests = each.map(({ test, tests: [run] }) => {
    const measured = (name: "processorMs" | "paceMs") => {
      const annotation = run?.annotations?.find(({ type }) => type === name);
      return annotation && { [name]: Number(annotation.description) };
    };
    return { test, ...measured("processorMs"), ...measured("paceMs") };
  });
  const repeated = each.flatMap(({ test, tests: [run] }) =>
    run?.status === "flaky" ? [test] : [],
  );
  const counts = { passed: expected + flaky, failed: unexpected };
  return withCrash({ name, ...counts, failures, tests, repeated }, code);
}

/** A runner that exits with an error although no case failed has itself failed, or never ran. */
function withCrash(tally: Tally, code: number): Tally {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  /** See tests/support/json-report.ts. */
  uncaught?: string[];
  testResults?: {
    name: string;
    status: string;
    message: string;
    assertionResults: {
      fullName: string;
      status: string;
      failureMessages: string[];
      meta?: { processorMs?: number; paceMs?: number; isFirst?: boolean; failedBefore?: number };
    }[];
  }[];
  config?: { rootDir: string };
  stats?: { expected?: number; unexpected?: number; flaky?: number };
  suites?: Suite[];
}

interface Suite {
  title?: string;
  specs: Spec[];
  suites?: Suite[];
}

interface Spec {
  title: string;
  file: string;
  line: number;
  ok: boolean;
  tests: {
    /** "flaky": passed when it was repeated. */
    status?: string;
    annotations?: { type: string; description?: string }[];
    results: { status: string; error?: { message: string } }[];
  }[];
}

/** With the titles of their suites in front; the outermost suite is the file. */
function allSpecs(
  { specs, suites = [] }: Suite,
  within: string[] = [],
): (Spec & { path: string })[] {
  return [
    ...specs.map((spec) => ({ ...spec, path: [...within, spec.title].join(" › ") })),
    ...suites.flatMap((suite) => allSpecs(suite, [...within, suite.title ?? ""])),
  ];
}

function failedSpecs({ specs, suites = [] }: Suite): Spec[] {
  const hasFailed = ({ ok }: Spec) => !ok;
  return [...specs.filter(hasFailed), ...suites.flatMap(failedSpecs)];
}

/** A case and the beginning of its error; the full error is further up in the output. */
function summary(test: string, error: string): string {
  const lines = error.split("\n").filter((line) => line.trim() !== "");
  return [test, ...lines.slice(0, 8).map((line) => `    ${line}`)].join("\n");
}

async function readReport(path: string): Promise<Report> {
  // No report: the runner crashed before it wrote one, and its exit code is nonzero.
  const text = await readFile(path, "utf8").catch(() => "{}");
  return JSON.parse(text);
}

/** The closing line, `N passed, N failed`. */
export function totals(tallies: Tally[]): { line: string; failed: number } {
  const sum = (key: "passed" | "failed") => tallies.reduce((total, tally) => total + tally[key], 0);
  return { line: `${sum("passed")} passed, ${sum("failed")} failed`, failed: sum("failed") };
}
