import { expect, test } from "vitest";
import { reachedBy } from "@/tools/checks/changes";

test("a change of the tests' foundations reaches all", () => {
  for (const file of [
    "prisma/schema.prisma",
    "package.json",
    "tests/support/company.ts",
    "tests/e2e/api.ts",
    "server/platform/db.ts",
    "emulators/state.ts",
  ]) {
    expect(reachedBy([file], []), file).toMatchObject({ isAll: true });
  }
});

test("a change of the product reaches what imports it, and every screen", () => {
  const { isAll, integration, endToEnd } = reachedBy(
    ["server/line-decisions/rules/apply-rules.ts"],
    ["tests/integration/rules.test.ts"],
  );
  expect([isAll, integration, endToEnd]).toEqual([
    false,
    ["tests/integration/rules.test.ts"],
    ["tests/e2e"],
  ]);
});

test("a changed test reaches itself", () => {
  const changed = [
    "tests/integration/rules.test.ts",
    "tests/e2e/rules.spec.ts",
    "docs/matching.md",
  ];
  expect(reachedBy(changed, [])).toMatchObject({
    isAll: false,
    integration: ["tests/integration/rules.test.ts"],
    endToEnd: ["tests/e2e/rules.spec.ts"],
  });
});

test("a change of the documents reaches unit tests only", () => {
  expect(reachedBy(["README.md"], [])).toMatchObject({ integration: [], endToEnd: [] });
});
