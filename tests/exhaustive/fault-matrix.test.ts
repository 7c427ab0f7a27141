import { afterAll, expect, test } from "vitest";
import { CALLS } from "@/bench/reliability/matrix/calls";
import { FAULTS, isGood } from "@/bench/reliability/matrix/faults";
import { runCells, someCells } from "@/bench/reliability/matrix/run";
import { matrixTables } from "@/bench/reliability/report";

/**
 * Of all pairs of a call and a fault, an odd part, because faults that happen once and lasting ones take turns.
 * `npm run bench:reliability` runs all, for hours.
 */
const EVERY = 9;

Object.assign(process.env, { QUICKBOOKS_CLIENT_ID: "cells", QUICKBOOKS_CLIENT_SECRET: "cells" });

afterAll(async () => {
  const { closeDb } = await import("@/server/platform/db");
  const { stopQueue } = await import("@/server/platform/queue/queue");
  await stopQueue(5_000);
  await closeDb();
});

test("every call and every fault leaves the same books", async () => {
  const results = await runCells(someCells(EVERY));
  console.log(matrixTables(results));
  const bad = results.filter((result) => !isGood(result));
  expect(
    bad.map(({ call, fault, times, fired, problem }) => ({
      ...{ call: call.name, fault: fault.name },
      ...{ times, fired, problem },
    })),
  ).toEqual([]);
  expect(new Set(results.map(({ call }) => call)).size).toBe(CALLS.length);
  expect(new Set(results.map(({ fault }) => fault)).size).toBe(FAULTS.length);
}, 3_600_000);
