import { expect, test } from "vitest";
import { partTitles } from "@/tools/checks/parts";

test("npm test has everything that ordinary work can break, cheapest first", () => {
  expect(partTitles({ isExhaustive: false })).toEqual([
    "Format, structure, unused code, types, unit tests",
    "Build and worlds",
    "Integration tests on PostgreSQL",
    "End-to-end tests in Chromium",
  ]);
});

test("npm run test:all goes on with the exhaustive tests", () => {
  const usual = partTitles({ isExhaustive: false });
  expect(partTitles({ isExhaustive: true })).toEqual([
    ...usual,
    "Exhaustive tests on PostgreSQL",
    "Exhaustive tests in Chromium",
  ]);
});
