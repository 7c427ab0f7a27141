import { afterAll, expect, test } from "vitest";
import { CALLS } from "@/bench/reliability/matrix/calls";
import { isGood } from "@/bench/reliability/matrix/cell-result";
import { FAULTS } from "@/bench/reliability/matrix/faults";
import { runCells, someCells } from "@/bench/reliability/matrix/run";
import { matrixTables } from "@/bench/reliability/report/matrix-table";

/**
 * A fixed subset in which every call and every fault occurs; an odd number, because faults that happen once and
 * lasting ones take turns. `npm run bench:reliability` runs all.
 */
const EVERY = 25;

// Each cell has its own emulators; the settings only have to enable QuickBooks.
Object.assign(process.env, { QUICKBOOKS_CLIENT_ID: "cells", QUICKBOOKS_CLIENT_SECRET: "cells" });

afterAll(async () => {
  const { closeDb } = await import("@/server/platform/db");
  const { stopQueue } = await import("@/server/queue/queue");
  await stopQueue(5_000);
  await closeDb();
});

test("every call and every fault leaves the same books", async () => {
  const results = await runCells(someCells(EVERY));
  console.log(matrixTables(results));
  const bad = results.filter((result) => !isGood(result));
  expect(
    bad.map(({ call, fault, times, fired, problem }) => ({
      call: call.name,
      fault: fault.name,
      times,
      fired,
      problem,
    })),
  ).toEqual([]);
  expect(new Set(results.map(({ call }) => call.name)).size).toBe(CALLS.length);
  const faults = new Set(FAULTS.map(({ name }) => name));
  expect(new Set(results.map(({ fault }) => fault.name))).toEqual(faults);
}, 3_600_000);
