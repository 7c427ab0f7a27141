import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { clearFaults, holdLastPayout } from "@/tests/support/emulators";
import { freePort } from "@/tools/process/free-port";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { eventually } from "../support/eventually";
import { throughTsx, WorkerProcess } from "../support/worker-process";

let emulators: Emulators;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  emulators = await startEmulators({ seed: 5, today: "2026-11-02" });
  Object.assign(process.env, emulators.env);
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await stopQueue(1_000);
  await closeDb();
  await emulators.close();
});

function startWorker(
  settings: Record<string, string> = {},
  program = "server/worker/main.ts",
): WorkerProcess {
  const worker = new WorkerProcess(settings, throughTsx(program));
  workers.push(worker);
  return worker;
}

const stateOf = (id: string) => adminDb().syncRun.findFirstOrThrow({ where: { id } });

/** It stores `held` payouts and waits for the next one until `clearFaults`. */
async function startHeldSync(token: string): Promise<{ id: string; held: number }> {
  const held = await holdLastPayout(emulators);
  const { run } = await ok("POST", "/stripe/save-payouts/?wait=0", token);
  return { id: run.id, held };
}

/** By then hardly anything is left, so that it fits into the product's limit for stopping. */
function waitsForHeldCall({ id, held }: { id: string; held: number }): Promise<void> {
  return eventually(async () => expect((await stateOf(id)).done).toBe(held));
}

test("a stopping worker finishes its jobs, and nothing is lost", async () => {
  const { token } = await connectedCompany(emulators);
  await adminDb().syncRun.deleteMany({});
  const run = await startHeldSync(token);
  const first = startWorker({ LOG_LEVEL: "info" });
  await waitsForHeldCall(run);
  const stopped = first.stop();
  await eventually(() => expect(first.printed).toContain("worker stopping"));
  await clearFaults(emulators);
  expect(await stopped).toBe(0);
  const ended = await stateOf(run.id);
  expect([ended.state, ended.attempt]).toEqual(["succeeded", 1]);
  const { run: later } = await ok("POST", "/qb/sync-payments/?wait=0", token);

  // The queue only speeds things up: the rows contain everything it held.
  await adminDb().$executeRaw`DELETE FROM pgboss.job`;
  const second = startWorker();
  await eventually(async () => expect((await stateOf(later.id)).state).toBe("succeeded"));
  await eventually(async () => {
    const posted = await adminDb().posting.count({ where: { state: "posted" } });
    const waiting = await adminDb().posting.count({
      where: { state: { in: ["queued", "sending"] } },
    });
    expect([posted > 0, waiting]).toEqual([true, 0]);
  });
  expect(await second.stop()).toBe(0);
});

test("a worker stops while more polls than connections wait for the queue's table", async () => {
  const worker = startWorker({ LOG_LEVEL: "info" });
  let stopped: Promise<number | null> | undefined;
  await eventually(() => expect(worker.printed).toContain("worker started"));
  await adminDb().$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE pgboss.job IN ACCESS EXCLUSIVE MODE`;
      await eventually(async () => {
        const [row] = await adminDb().$queryRaw<{ blocked: number }[]>`
          SELECT count(*)::int AS blocked FROM pg_stat_activity WHERE wait_event_type = 'Lock'
            AND datname = current_database() AND application_name = 'deposit-matcher-queue'`;
        expect(row?.blocked).toBeGreaterThanOrEqual(4);
      });
      stopped = worker.stop();
      // By then its polls are asked to end, and most still wait for a connection.
      await eventually(() => expect(worker.printed).toContain("worker stopping"));
      await delay(2_000);
    },
    { timeout: 900_000 },
  );
  expect(await stopped).toBe(0);
});

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)(
  "a worker inside a web process finishes its jobs on %s too, and takes no new ones",
  async (signal, code) => {
    const { token } = await connectedCompany(emulators);
    await adminDb().syncRun.deleteMany({});
    const run = await startHeldSync(token);
    const port = String(await freePort("127.0.0.1"));
    const web = startWorker(
      { NEXT_RUNTIME: "nodejs", WORKER: "inline", PORT: port },
      "tests/support/inline-worker.ts",
    );
    const answer = async () => (await fetch(`http://127.0.0.1:${port}`)).text();
    await waitsForHeldCall(run);
    await eventually(async () => expect(await answer()).toBe("serving"));
    const stopped = web.stop(signal);
    await eventually(async () => expect(await answer()).toBe("stopping"));
    expect((await stateOf(run.id)).state).toBe("running");
    const { run: later } = await ok("POST", "/qb/sync-payments/?wait=0", token);
    await clearFaults(emulators);
    expect(await stopped).toBe(code);
    expect(await stateOf(run.id)).toMatchObject({ state: "succeeded", attempt: 1 });
    expect(await stateOf(later.id)).toMatchObject({ state: "queued", attempt: 0 });
  },
);
