import { expect, it } from "vitest";
import { byRunner, unsteady } from "@/tools/checks/rounds";
import { oneCheck } from "@/tools/checks/tally";

it("gives each file to the runner that knows it", () => {
  const files = [
    "tests/unit/tools/a.test.ts",
    "./tests/integration/b.test.ts",
    "tests/exhaustive/c.test.ts",
    "tests/exhaustive/d.spec.ts",
    "tests/e2e/e.spec.ts",
  ];
  expect(byRunner(files)).toEqual({
    unit: ["tests/unit/tools/a.test.ts"],
    integration: ["./tests/integration/b.test.ts"],
    exhaustive: ["tests/exhaustive/c.test.ts"],
    screens: ["tests/exhaustive/d.spec.ts", "tests/e2e/e.spec.ts"],
  });
});

it.each(["tests/e2e/api.ts", "tests/e2e/a.test.ts", "server/a.ts", "tests/worlds/build.test.ts"])(
  "refuses %s, which no runner would find",
  (file) => {
    expect(() => byRunner([file])).toThrow(`${file} is no file of tests`);
  },
);

it("names what did not pass at once", () => {
  const tally = { ...oneCheck("integration tests", true), passed: 5 };
  expect(unsteady([tally])).toEqual([]);
  const failed = { ...tally, failed: 1, failures: ["a › b\n    Error"], repeated: ["c › d"] };
  expect(unsteady([failed])).toEqual(["a › b", "c › d"]);
});

it("names a runner that failed without a failed case, and one that ran nothing", () => {
  const crashed = oneCheck("end-to-end tests", false);
  expect(unsteady([crashed])).toEqual(["end-to-end tests: the runner failed"]);
  const empty = { ...oneCheck("unit tests", true), passed: 0 };
  expect(unsteady([empty])).toEqual(["unit tests: no test ran"]);
});
