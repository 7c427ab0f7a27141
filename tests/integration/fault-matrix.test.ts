import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLS } from "@/bench/reliability/matrix/calls";
import { FAULTS, isGood } from "@/bench/reliability/matrix/faults";
import { eachOnceTogether, Matrix } from "@/bench/reliability/matrix/run";

// Each scenario has its own emulators; the settings only have to enable QuickBooks.
Object.assign(process.env, { QUICKBOOKS_CLIENT_ID: "cells", QUICKBOOKS_CLIENT_SECRET: "cells" });

let matrix: Matrix;
beforeAll(async () => {
  matrix = await Matrix.open();
});
afterAll(async () => {
  const { closeDb } = await import("@/server/platform/db");
  const { stopQueue } = await import("@/server/platform/queue/queue");
  await stopQueue(5_000);
  await closeDb();
});

/** One at a time they are in tests/exhaustive, and `npm run bench:reliability` runs every call with every fault. */
const GROUPS = eachOnceTogether(12);

test("every call and every fault occurs", () => {
  const cells = GROUPS.flatMap((group) => group.cells);
  expect(new Set(cells.map(({ call }) => call))).toEqual(new Set(CALLS));
  expect(new Set(cells.map(({ fault }) => fault))).toEqual(new Set(FAULTS));
});

const named = GROUPS.map(({ side, cells }) => ({
  ...{ side, cells },
  names: cells
    .map(({ call, fault, times }) => `${call.name}: ${fault.name}, ${times} ×`)
    .join("; "),
}));

test.each(named)("$side with $names leaves the same books", async ({ side, cells }) => {
  for (const result of await matrix.runTogether(side, cells)) {
    expect(isGood(result), JSON.stringify(result)).toBe(true);
  }
});
