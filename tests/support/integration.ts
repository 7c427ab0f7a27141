import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, inject } from "vitest";
import { measurePace } from "@/tools/process/pace";
import { closeAdminDb } from "./admin-db";
import { endProcess, startAfresh } from "./fresh-process";
import { createTestDatabase } from "./test-database";

// Runs before each integration test file is loaded: gives it its own database and settings, and a product that has
// just started, so that no test depends on the machine's environment or on another file.
const dataDir = await mkdtemp(join(tmpdir(), "deposit-matcher-data-"));
startAfresh({
  DATA_DIR: dataDir,
  APP_URL: "http://localhost:3000",
  APP_SECRET: "integration-tests-only-not-a-secret-0123456789",
  WORKER: "off",
  // Until this file has its own: what an earlier one left running finds settings, and no database.
  DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
  // Pauses of the product's own choice pass so much faster. A test of the pauses themselves sets it to 1.
  CLOCK_RATE: "10",
  // The companies of a file connect the same emulated books, and so share one part. Tests of the parts set it.
  QUICKBOOKS_MONTHLY_READS: "900000000",
  // Until a test starts its emulators: nothing of a test reaches a real provider.
  STRIPE_API_BASE: "http://127.0.0.1:9",
  QUICKBOOKS_API_BASE: "http://127.0.0.1:9",
  ENGINE_PROGRAM: inject("engineProgram"),
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "silent",
});
const database = await createTestDatabase();

declare module "vitest" {
  interface TaskMeta {
    /** What the test has taken of this process' processor time, its own hooks included. */
    processorMs?: number;
    /** How fast the machine was, measured once in each file. */
    paceMs?: number;
    isFirst?: boolean;
    /** How often it failed before. */
    failedBefore?: number;
  }
}

let isPaceKnown = false;
let usedBefore = process.cpuUsage();
beforeEach(() => {
  usedBefore = process.cpuUsage();
});
// Registered first, so that it runs after all others.
afterEach(({ task }) => {
  const { user, system } = process.cpuUsage(usedBefore);
  task.meta.processorMs = Math.round((user + system) / 1000);
  if (!isPaceKnown) task.meta.paceMs = measurePace();
  isPaceKnown = true;
  task.meta.isFirst = isFirst();
  task.meta.failedBefore = task.result?.retryCount ?? 0;
});

function isFirst(): boolean {
  const { testsRun = 0 } = globalThis as { testsRun?: number };
  Object.assign(globalThis, { testsRun: testsRun + 1 });
  return testsRun === 0;
}

afterAll(async () => {
  await endProcess();
  await closeAdminDb();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
