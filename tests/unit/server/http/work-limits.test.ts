import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WORK_LIMITS } from "@/lib/constants/work-limits";
import * as registry from "@/lib/contracts/registry";

const text = readFileSync("docs/throttling.md", "utf8");

test("docs/throttling.md has the limits of each kind of work", () => {
  const rows = [...text.matchAll(/^\| (\w+) \| .* \| (\d+) \| (\d+) \|$/gm)].map(
    ([, kind, perMinute, atOnce]) => [
      kind,
      { perMinute: Number(perMinute), atOnce: Number(atOnce) },
    ],
  );
  expect(Object.fromEntries(rows)).toEqual(WORK_LIMITS);
});

test("each kind has endpoints, and all of them belong to a company", () => {
  const working = Object.values(registry.endpoints).filter(({ work }) => work !== undefined);
  expect(new Set(working.map(({ work }) => work))).toEqual(new Set(Object.keys(WORK_LIMITS)));
  expect(working.every(({ access }) => access === "session")).toBe(true);
});
