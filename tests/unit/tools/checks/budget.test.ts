import { expect, test } from "vitest";
import {
  longestFiles,
  overBudget,
  type TimedTest,
  unneededExceptions,
} from "@/tools/checks/budget";
import { BUDGET_EXCEPTIONS } from "@/tools/checks/budget-exceptions";
import { REFERENCE_PACE_MS } from "@/tools/process/pace";

const timed = (test: string, processorMs: number, isFirst = false) => ({
  test,
  processorMs,
  isFirst,
});

test("a test over its budget by more than the noise is named, with the entry that would allow it", () => {
  const [line, ...others] = overBudget(
    "integration",
    [timed("a › x", 3_800), timed("a › y", 3_700)],
    [],
  );
  expect(line?.test).toBe("a › x");
  expect(line?.text).toContain("a › x: 3.8 s of processor, 3.0 s allowed");
  expect(line?.text).toContain('{ test: "a › x", seconds: 5, why: "…" }');
  expect(others).toEqual([]);
});

test("the first test of a process also warms it up", () => {
  expect(overBudget("integration", [timed("a › x", 11_200, true)], [])).toEqual([]);
  expect(overBudget("integration", [timed("a › x", 11_300, true)], [])).toHaveLength(1);
});

test("an exception allows what it says, also for all names that begin so", () => {
  const exceptions = [{ test: "a › …", seconds: 5, why: "large" }];
  expect(overBudget("integration", [timed("a › x", 6_200)], exceptions)).toEqual([]);
  expect(overBudget("integration", [timed("a › x", 6_300)], exceptions)).toHaveLength(1);
});

test("a slower machine allows more in the ratio of its pace, a faster one no less", () => {
  const at = (pace: number, processorMs: number) =>
    overBudget(
      "integration",
      [{ ...timed("a › x", processorMs), paceMs: pace * REFERENCE_PACE_MS }],
      [],
    );
  expect(at(2, 7_400)).toEqual([]);
  expect(at(2, 7_600)).toHaveLength(1);
  expect(at(0.5, 3_700)).toEqual([]);
  expect(at(0.5, 3_800)).toHaveLength(1);
});

test("an exception that no test needs any more fails", () => {
  const exceptions = [{ test: "a › x", seconds: 5, why: "large" }];
  const unneeded = (...tests: TimedTest[]) => unneededExceptions("integration", tests, exceptions);
  const finding = {
    test: "a › x",
    text: "a › x: within the budget, or gone. Remove its exception.",
  };
  expect(unneeded(timed("a › x", 900))).toEqual([finding]);
  expect(unneeded(timed("a › y", 4_000))).toEqual([finding]);
  expect(unneeded(timed("a › x", 901))).toEqual([]);
  expect(unneeded({ test: "a › x" }, timed("a › y", 4_000))).toEqual([]);
});

test("where nothing is measured, nothing is judged", () => {
  const exceptions = [{ test: "a › x", seconds: 5, why: "large" }];
  expect(overBudget("end-to-end", [{ test: "a › x" }], exceptions)).toEqual([]);
  expect(unneededExceptions("end-to-end", [{ test: "a › x" }], exceptions)).toEqual([]);
});

test("files are added up", () => {
  const tests = [timed("a › x", 1), timed("b › y", 3), timed("a › z", 4)];
  expect(longestFiles(tests, 1)).toEqual([{ test: "a", processorMs: 5 }]);
});

test("the lists of exceptions only shrink", () => {
  expect(BUDGET_EXCEPTIONS.integration.length).toBeLessThanOrEqual(12);
  expect(BUDGET_EXCEPTIONS["end-to-end"].length).toBeLessThanOrEqual(36);
});
