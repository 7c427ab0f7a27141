import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { clearFaults, injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { signUp } from "../support/company";
import { type Running, settled, startWorkers } from "../support/worker";

// The pauses themselves are tested here.
process.env.CLOCK_RATE = "1";

/** Number of payouts that Stripe's provider reads in parallel. */
const AT_ONCE = 8;

let emulators: Emulators;
let workers: Running;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 5, today: "2026-11-02" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
});

afterAll(async () => {
  await workers.stop();
  await emulators.close();
});

/** Number of requests for a payout's lines, answered or not. */
async function asked(): Promise<number> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.filter(({ query }: { query: string }) => query.includes("payout=po_")).length;
}

/** A company whose first sync waits for the first `AT_ONCE` payouts' lines, until `clearFaults`. */
async function connectHeld(): Promise<string> {
  await fetch(`${emulators.control.url}/requests`, { method: "DELETE" });
  await injectFault(emulators, {
    provider: "stripe",
    match: { path: "/balance_transactions\\?.*payout=po_/" },
    kind: "hold",
    times: AT_ONCE,
  });
  const { token } = await signUp();
  await ok("POST", "/stripe/connect/", token, {
    secret_key: emulators.credentials.stripeSecretKey,
  });
  return token;
}

test("the first sync reads several payouts in parallel, and stores them oldest first", async () => {
  const token = await connectHeld();
  await expect.poll(asked).toBe(AT_ONCE);
  // None is answered yet: they all started together, without a ninth.
  expect(await adminDb().deposit.count()).toBe(0);
  expect(await asked()).toBe(AT_ONCE);
  await clearFaults(emulators);
  await settled(token);
  const stored = await adminDb().deposit.findMany({ orderBy: { id: "asc" } });
  expect(stored.length).toBeGreaterThan(30);
  const created = stored.map(({ raw }) => (raw as { created: number }).created);
  expect(created).toEqual([...created].sort((one, other) => one - other));
});

test("a cancelled sync reads no further, and stores at most its current payouts", async () => {
  const before = await adminDb().deposit.count();
  const token = await connectHeld();
  await expect.poll(asked).toBe(AT_ONCE);
  const { runs } = await ok("GET", "/sync-runs/", token);
  await ok("POST", "/sync-runs/cancel/", token, { run_id: runs[0].id });
  await clearFaults(emulators);
  await settled(token);
  const [run] = (await ok("GET", "/sync-runs/", token)).runs;
  expect(run).toMatchObject({ state: "cancelled" });
  // Its worker is free when another company's sync is done.
  const other = await signUp();
  await ok("POST", "/stripe/connect/", other.token, {
    secret_key: emulators.credentials.stripeSecretKey,
  });
  await settled(other.token);
  const mine = await adminDb().deposit.count({
    where: { integration: { syncRuns: { some: { id: run.id } } } },
  });
  expect(mine).toBeLessThanOrEqual(1);
  expect(await adminDb().deposit.count()).toBeGreaterThan(before);
});
