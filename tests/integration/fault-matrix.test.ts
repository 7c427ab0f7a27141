import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLS } from "@/bench/reliability/matrix/calls";
import { type Cell, isGood } from "@/bench/reliability/matrix/cell-result";
import { FAULTS } from "@/bench/reliability/matrix/faults";
import { eachOnce, Matrix } from "@/bench/reliability/matrix/run";

// Each cell has its own emulators; the settings only have to enable QuickBooks.
Object.assign(process.env, { QUICKBOOKS_CLIENT_ID: "cells", QUICKBOOKS_CLIENT_SECRET: "cells" });

let matrix: Matrix;
beforeAll(async () => {
  matrix = await Matrix.open();
});
afterAll(async () => {
  const { closeDb } = await import("@/server/platform/db");
  const { stopQueue } = await import("@/server/queue/queue");
  await stopQueue(5_000);
  await closeDb();
});

/** `npm run bench:reliability` runs every call with every fault, once and lasting. */
const CELLS = eachOnce();

test("every call and every fault occurs", () => {
  expect(new Set(CELLS.map(({ call }) => call))).toEqual(new Set(CALLS));
  expect(new Set(CELLS.map(({ fault }) => fault))).toEqual(new Set(FAULTS));
});

const named = CELLS.map((cell): [string, Cell] => [
  `${cell.call.name}: ${cell.fault.name}, ${cell.times} ×`,
  cell,
]);

test.each(named)("%s leaves the same books", async (_, cell) => {
  const { call, fault, ...result } = await matrix.run(cell);
  expect(isGood({ call, fault, ...result }), JSON.stringify(result)).toBe(true);
});
