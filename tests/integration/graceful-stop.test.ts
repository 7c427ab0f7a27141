import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { freePort } from "@/scripts/lib/free-port";
import { closeDb } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { ok } from "../setup/client";
import { connectedCompany } from "../setup/company";
import { everything } from "../setup/everything";
import { injectFault } from "../setup/stand-in";
import { WorkerProcess } from "../setup/worker-process";

let sandbox: Sandbox;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 5, today: "2026-11-02" });
  Object.assign(process.env, sandbox.env);
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await stopQueue(1_000);
  await closeDb();
  await sandbox.close();
});

function startWorker(...how: ConstructorParameters<typeof WorkerProcess>): WorkerProcess {
  const worker = new WorkerProcess(...how);
  workers.push(worker);
  return worker;
}

const within = { timeout: 60_000, interval: 50 };

const stateOf = (id: string) => everything().syncRun.findFirstOrThrow({ where: { id } });

/** Under a fault that makes it slow, and no other. */
async function startSlowSync(token: string, how: object): Promise<{ id: string }> {
  await fetch(`${sandbox.control.url}/faults`, { method: "DELETE" });
  await injectFault(sandbox, {
    provider: "stripe",
    match: { path: "/v1/balance_transactions" },
    kind: "delay",
    ...how,
  });
  return (await ok("POST", "/stripe/save-payouts/?wait=0", token)).run;
}

test("a worker that is told to stop ends what it does, and nothing is lost", async () => {
  const { token } = await connectedCompany(sandbox);
  await everything().syncRun.deleteMany({});
  const run = await startSlowSync(token, { delayMs: 60, times: 500 });
  const first = startWorker();
  await vi.waitFor(async () => expect((await stateOf(run.id)).done).toBeGreaterThan(0), within);
  expect(await first.stop()).toBe(0);
  const ended = await stateOf(run.id);
  expect([ended.state, ended.attempt]).toEqual(["succeeded", 1]);
  const { run: later } = await ok("POST", "/qb/sync-payments/?wait=0", token);

  // The queue is a speed-up: what it held, the rows say too.
  await everything().$executeRaw`DELETE FROM pgboss.job`;
  const second = startWorker();
  await vi.waitFor(async () => expect((await stateOf(later.id)).state).toBe("succeeded"), within);
  await vi.waitFor(async () => {
    const posted = await everything().posting.count({ where: { state: "posted" } });
    const waiting = await everything().posting.count({
      where: { state: { in: ["queued", "sending"] } },
    });
    expect([posted > 0, waiting]).toEqual([true, 0]);
  }, within);
  expect(await second.stop()).toBe(0);
});

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)(
  "a worker inside a web process ends its jobs on %s too, and takes nothing new",
  async (signal, code) => {
    const { token } = await connectedCompany(sandbox);
    await everything().syncRun.deleteMany({});
    const run = await startSlowSync(token, { delayMs: 4_000, skip: 3 });
    const port = String(await freePort("127.0.0.1"));
    const web = startWorker("tests/setup/inline-worker.ts", {
      NEXT_RUNTIME: "nodejs",
      WORKER: "inline",
      PORT: port,
    });
    const answer = async () => (await fetch(`http://127.0.0.1:${port}`)).text();
    await vi.waitFor(async () => expect((await stateOf(run.id)).done).toBeGreaterThan(0), within);
    await vi.waitFor(async () => expect(await answer()).toBe("serving"), within);
    const stopped = web.stop(signal);
    await vi.waitFor(async () => expect(await answer()).toBe("stopping"), within);
    expect((await stateOf(run.id)).state).toBe("running");
    const { run: later } = await ok("POST", "/qb/sync-payments/?wait=0", token);
    expect(await stopped).toBe(code);
    expect(await stateOf(run.id)).toMatchObject({ state: "succeeded", attempt: 1 });
    expect(await stateOf(later.id)).toMatchObject({ state: "queued", attempt: 0 });
  },
  120_000,
);
