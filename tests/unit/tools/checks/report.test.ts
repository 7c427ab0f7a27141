import { expect, it } from "vitest";
import { reportText } from "@/tools/checks/report";
import { checks, oneCheck } from "@/tools/checks/tally";

const at = { day: "2026-11-02", processors: 2 };

it("has each part, and the tests that take longest", () => {
  const tally = {
    ...oneCheck("integration tests", true),
    passed: 7,
    tests: [
      { test: "a.test.ts › x | y", processorMs: 1200 },
      { test: "a.test.ts › z", processorMs: 3400 },
    ],
    repeated: ["a.test.ts › z"],
  };
  const part = { title: "Integration", seconds: 60, processorMs: 90_000, tallies: [tally] };
  const text = reportText([part], [tally, checks("budget", ["too long"])], at);
  expect(text).toContain("on 2026-11-02, 2 processors: **7 passed, 1 failed**.");
  expect(text).toContain("| Integration | 7 | 0 | 60 | 90 |");
  expect(text.indexOf("| a.test.ts › z | 3.4 |")).toBeGreaterThan(0);
  expect(text.indexOf("| a.test.ts › x \\| y | 1.2 |")).toBeGreaterThan(text.indexOf("› z | 3.4"));
  expect(text).toContain("| a.test.ts | 4.6 |");
  expect(text).toContain("- a.test.ts › z");
});

it("says what wasn't measured", () => {
  const tally = { ...oneCheck("u", true), tests: [{ test: "a › b" }] };
  const text = reportText([{ title: "Unit", seconds: 1, tallies: [tally] }], [tally], at);
  expect(text).toContain("| Unit | 1 | 0 | 1 | not measured |");
  expect(text).not.toContain("a › b");
});
