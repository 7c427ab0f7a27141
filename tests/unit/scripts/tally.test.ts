import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { oneCheck, playwrightTally, totals, vitestTally } from "@/scripts/lib/tally";

let folder: string;
let report: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tally-"));
  report = join(folder, "report.json");
});

afterEach(() => rm(folder, { recursive: true }));

it("counts Vitest's tests", async () => {
  await writeFile(report, JSON.stringify({ numPassedTests: 7, numFailedTests: 2 }));
  expect(await vitestTally("unit", report, 1)).toEqual({ name: "unit", passed: 7, failed: 2 });
});

it("counts Playwright's tests, and a flaky one as failed", async () => {
  await writeFile(report, JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1 } }));
  expect(await playwrightTally("e2e", report, 1)).toEqual({ name: "e2e", passed: 3, failed: 2 });
});

it("counts a runner that crashed as a failure", async () => {
  expect(await vitestTally("unit", report, 1)).toMatchObject({ passed: 0, failed: 1 });
  await writeFile(report, JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0 } }));
  expect(await playwrightTally("e2e", report, 1)).toMatchObject({ passed: 3, failed: 1 });
});

it("closes with the counts of all parts", () => {
  const tallies = [
    oneCheck("types", true),
    oneCheck("lint", false),
    { name: "u", passed: 9, failed: 0 },
  ];
  expect(totals(tallies)).toEqual({ line: "10 passed, 1 failed", failed: 1 });
});
