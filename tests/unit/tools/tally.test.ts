import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { closingLines, oneCheck, playwrightTally, totals, vitestTally } from "@/tools/checks/tally";

let folder: string;
let report: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tally-"));
  report = join(folder, "report.json");
});

afterEach(() => rm(folder, { recursive: true }));

it("counts Vitest's tests, and names the failed ones", async () => {
  const assertionResults = [
    { fullName: "sums add up", status: "passed", failureMessages: [] },
    { fullName: "fees are booked", status: "failed", failureMessages: ["Error: 1 ≠ 2\n  at x"] },
  ];
  const testResults = [
    { name: "a.test.ts", status: "failed", message: "", assertionResults },
    { name: "b.test.ts", status: "failed", message: "Cannot find c", assertionResults: [] },
  ];
  await writeFile(report, JSON.stringify({ numPassedTests: 7, numFailedTests: 2, testResults }));
  expect(await vitestTally("unit", report, 1)).toEqual({
    name: "unit",
    passed: 7,
    failed: 2,
    failures: [
      "a.test.ts › fees are booked\n    Error: 1 ≠ 2\n      at x",
      "b.test.ts\n    Cannot find c",
    ],
  });
});

const spec = (title: string, ok: boolean, ...errors: string[]) => ({
  title,
  file: "a.spec.ts",
  line: 3,
  ok,
  tests: [{ results: [...errors.map((message) => ({ error: { message } })), ...(ok ? [{}] : [])] }],
});

it("counts Playwright's tests, and names a flaky one although it passed", async () => {
  const suites = [
    {
      specs: [spec("opens", true), spec("closes", false, "not closed")],
      suites: [{ specs: [spec("blinks", true, "was dark")] }],
    },
  ];
  const stats = { expected: 3, unexpected: 1, flaky: 1 };
  await writeFile(report, JSON.stringify({ stats, suites }));
  expect(await playwrightTally("e2e", report, 1)).toEqual({
    name: "e2e",
    passed: 4,
    failed: 1,
    failures: ["a.spec.ts:3 › closes\n    not closed"],
    flaky: ["a.spec.ts:3 › blinks\n    was dark"],
  });
});

it("counts more than six flaky tests as failed", async () => {
  const titles = [..."abcdefg"];
  const suites = [{ specs: titles.map((title) => spec(title, true, "was dark")) }];
  await writeFile(report, JSON.stringify({ stats: { expected: 9, flaky: 7 }, suites }));
  expect(await playwrightTally("e2e", report, 0)).toMatchObject({
    ...{ passed: 9, failed: 7, flaky: [] },
    failures: titles.map((title) => `a.spec.ts:3 › ${title}\n    was dark`),
  });
});

it("names failed and flaky tests at the end, and the counts of all parts", () => {
  const unit = { name: "unit tests", passed: 9, failed: 1, failures: ["a › b\n    1 ≠ 2"] };
  const e2e = { name: "end-to-end tests", passed: 3, failed: 0, failures: [], flaky: ["c › d"] };
  expect(closingLines([unit, e2e])).toEqual([
    "\n✗ a › b\n    1 ≠ 2",
    "\n⚠ FLAKY, passed only at its second try: c › d",
    "",
    "✗ unit tests          9 passed, 1 failed",
    "✓ end-to-end tests    3 passed, 0 failed",
    "\n⚠ 1 test is flaky: a race to be fixed, not to be tried again",
  ]);
  expect(closingLines([unit]).join()).not.toContain("⚠");
});

it("counts a runner that crashed as a failure", async () => {
  expect(await vitestTally("unit", report, 1)).toMatchObject({ passed: 0, failed: 1 });
  await writeFile(report, JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0 } }));
  expect(await playwrightTally("e2e", report, 1)).toMatchObject({ passed: 3, failed: 1 });
});

it("ends with the counts of all parts", () => {
  const tallies = [
    oneCheck("types", true),
    oneCheck("lint", false),
    { name: "u", passed: 9, failed: 0, failures: [] },
  ];
  expect(totals(tallies)).toEqual({ line: "10 passed, 1 failed", failed: 1 });
});
