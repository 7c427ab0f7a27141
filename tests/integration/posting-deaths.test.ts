import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { closeDb } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { MOST_DEATHS } from "@/server/posting/post-deposit";
import { ok } from "../setup/client";
import { connectedCompany } from "../setup/company";
import { everything } from "../setup/everything";
import { matchedSale } from "../setup/matched-sale";
import { booksOf, injectFault } from "../setup/stand-in";
import { WorkerProcess } from "../setup/worker-process";

let sandbox: Sandbox;
let token: string;
const workers: WorkerProcess[] = [];
const within = { timeout: 60_000, interval: 50 };

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 7, today: "2026-11-02", company: "empty" });
  Object.assign(process.env, sandbox.env);
  ({ token } = await connectedCompany(sandbox));
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await stopQueue(1_000);
  await closeDb();
  await sandbox.close();
});

function startWorker(): WorkerProcess {
  const worker = new WorkerProcess();
  workers.push(worker);
  return worker;
}

async function kill(worker: WorkerProcess): Promise<void> {
  workers.splice(workers.indexOf(worker), 1);
  await worker.kill();
  // Its claim runs out after some seconds; this is that time passing.
  await everything().posting.updateMany({ data: { heartbeatAt: new Date(Date.now() - 60_000) } });
}

const posting = () => everything().posting.findFirstOrThrow({});

async function callsAboutDeposits(): Promise<string[]> {
  const { requests } = await (await fetch(`${sandbox.control.url}/requests`)).json();
  return requests
    .map(({ method, path, query }: Record<string, string>) =>
      decodeURIComponent(`${method} ${path}?${query}`.replaceAll("+", " ")),
    )
    .filter((call: string) => /\/deposit\b|from deposit\b/i.test(call));
}

const forgetCalls = () => fetch(`${sandbox.control.url}/requests`, { method: "DELETE" });

test("a posting that each worker dies with is parked, and looks for its Deposit when it is retried", async () => {
  await injectFault(sandbox, {
    provider: "quickbooks",
    match: { method: "POST", path: "/deposit" },
    kind: "timeout_after",
  });
  const first = startWorker();
  await matchedSale(sandbox, token);
  await vi.waitFor(async () => expect((await booksOf(sandbox)).deposits).toHaveLength(1), within);
  await kill(first);
  expect(await posting()).toMatchObject({ state: "sending", deaths: 0 });

  await injectFault(sandbox, {
    provider: "quickbooks",
    match: { path: "from deposit" },
    kind: "timeout",
  });
  await forgetCalls();
  const second = startWorker();
  await vi.waitFor(async () => expect(await callsAboutDeposits()).toHaveLength(1), within);
  await kill(second);
  expect(await posting()).toMatchObject({ state: "sending", deaths: 1, refusals: 0 });

  await everything().posting.updateMany({ data: { deaths: MOST_DEATHS - 1 } });
  await forgetCalls();
  const third = startWorker();
  await vi.waitFor(async () => expect((await posting()).state).toBe("failed"), within);
  expect(await callsAboutDeposits()).toEqual([]);
  // Nobody knows what QuickBooks holds, so the request id stays as it is.
  expect(await posting()).toMatchObject({ errorCode: "worker_died", refusals: 0 });
  const { failures } = await ok("GET", "/jobs/failed/", token);
  expect(failures).toMatchObject([
    {
      kind: "posting",
      code: "worker_died",
      reason:
        "The program stopped each time in the middle of posting this deposit, so it is no longer tried by itself. QuickBooks may have the Deposit already: trying again looks for it first, and nothing is posted twice.",
    },
  ]);
  const { depositId } = await posting();
  const told = await everything().notification.findMany({ where: { kind: "issue" } });
  expect(told.map(({ title }) => title)).toEqual([`Deposit ${depositId} could not be posted`]);
  const audited = { action: "deposit.posting_failed", entityId: String(depositId) };
  expect(await everything().auditEvent.count({ where: audited })).toBe(1);

  await ok("POST", "/jobs/retry/", token, { failure_id: failures[0].id });
  await vi.waitFor(async () => expect((await posting()).state).toBe("posted"), within);
  expect(await posting()).toMatchObject({ adopted: false, deaths: 0 });
  expect((await callsAboutDeposits()).filter((call) => call.startsWith("POST"))).toEqual([]);
  expect((await booksOf(sandbox)).deposits).toHaveLength(1);
  expect(await third.stop()).toBe(0);
  workers.splice(workers.indexOf(third), 1);
});
