import { expect, it } from "vitest";
import { everything, reachedBy } from "@/tools/checks/changes";
import { partsOf } from "@/tools/checks/parts";
import type { Scope } from "@/tools/process/supervise";

/** The parts are listed here, not run. */
const scope: Scope = {
  acquire: () => Promise.reject(new Error("nothing is started")),
  stopped: new Promise(() => {}),
};

const titles = (changes = everything(), isExhaustive = false) =>
  partsOf(scope, "reports", changes, isExhaustive).map(({ title }) => title);

const CHECKS = "Format, structure, unused code, types, unit tests";
const ORDINARY = [
  CHECKS,
  "Build and worlds",
  "Integration tests on PostgreSQL",
  "End-to-end tests in Chromium",
];

it("npm test runs the cheapest first", () => {
  expect(titles()).toEqual(ORDINARY);
});

it("npm run test:all runs the exhaustive tests after those of npm test", () => {
  expect(titles(everything(), true)).toEqual([
    ...ORDINARY,
    "Exhaustive tests on PostgreSQL",
    "Exhaustive tests in Chromium",
    "Published advisories of packages",
  ]);
});

it("--changed leaves out what nothing reaches", () => {
  expect(titles(reachedBy(["README.md"], []))).toEqual([CHECKS]);
  const spec = "tests/e2e/rules.spec.ts";
  expect(titles(reachedBy([spec], []))).toEqual([
    CHECKS,
    "Build and worlds",
    "End-to-end tests in Chromium",
  ]);
});
