import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { oneCheck, playwrightTally, totals, vitestTally } from "@/tools/checks/tally";

let folder: string;
let report: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tally-"));
  report = join(folder, "report.json");
});

afterEach(() => rm(folder, { recursive: true }));

it("counts Vitest's tests, and names the failed ones", async () => {
  const assertionResults = [
    { fullName: "sums add up", status: "passed", failureMessages: [], meta: { failedBefore: 1 } },
    {
      fullName: "fees are booked",
      status: "failed",
      failureMessages: ["Error: 1 ≠ 2\n  at x"],
      meta: { processorMs: 12, isFirst: true },
    },
  ];
  const testResults = [
    { name: "a.test.ts", status: "failed", message: "", assertionResults },
    { name: "b.test.ts", status: "failed", message: "Cannot find c", assertionResults: [] },
  ];
  const uncaught = ["While c.test.ts ran\nError: cut"];
  await writeFile(
    report,
    JSON.stringify({ numPassedTests: 7, numFailedTests: 2, testResults, uncaught }),
  );
  expect(await vitestTally("unit", report, 1)).toEqual({
    name: "unit",
    passed: 7,
    failed: 3,
    failures: [
      "a.test.ts › fees are booked\n    Error: 1 ≠ 2\n      at x",
      "b.test.ts\n    Cannot find c",
      "Outside of a test\n    While c.test.ts ran\n    Error: cut",
    ],
    tests: [
      { test: "a.test.ts › sums add up", isFirst: false },
      { test: "a.test.ts › fees are booked", processorMs: 12, isFirst: true },
    ],
    repeated: ["a.test.ts › sums add up"],
  });
});

it("counts Playwright's tests, and names one that passed when it was repeated", async () => {
  const spec = (title: string, ok: boolean, ...errors: string[]) => ({
    title,
    file: "a.spec.ts",
    line: 3,
    ok,
    tests: [
      {
        status: !ok ? "unexpected" : errors.length > 0 ? "flaky" : "expected",
        annotations: [{ type: "processorMs", description: "1234" }],
        results: [...errors.map((message) => ({ error: { message } })), ...(ok ? [{}] : [])],
      },
    ],
  });
  const suites = [
    {
      specs: [spec("opens", true), spec("closes", false, "not closed")],
      suites: [{ title: "the lamp", specs: [spec("blinks", true, "was dark")] }],
    },
  ];
  const stats = { expected: 3, unexpected: 1, flaky: 1 };
  await writeFile(
    report,
    JSON.stringify({ stats, suites, config: { rootDir: resolve("tests/e2e") } }),
  );
  expect(await playwrightTally("e2e", report, 1)).toEqual({
    name: "e2e",
    passed: 4,
    failed: 1,
    failures: ["a.spec.ts:3 › closes\n    not closed"],
    tests: [
      { test: "tests/e2e/a.spec.ts › opens", processorMs: 1234 },
      { test: "tests/e2e/a.spec.ts › closes", processorMs: 1234 },
      { test: "tests/e2e/a.spec.ts › the lamp › blinks", processorMs: 1234 },
    ],
    repeated: ["tests/e2e/a.spec.ts › the lamp › blinks"],
  });
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
    { ...oneCheck("u", true), passed: 9 },
  ];
  expect(totals(tallies)).toEqual({ line: "10 passed, 1 failed", failed: 1 });
});
