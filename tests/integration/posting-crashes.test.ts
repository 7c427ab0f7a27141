import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { MAX_CRASHES } from "@/server/posting/post-deposit";
import { booksOf, injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { eventually } from "../support/eventually";
import { matchedSale } from "../support/matched-sale";
import { WorkerProcess } from "../support/worker-process";

let emulators: Emulators;
let token: string;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  emulators = await startEmulators({ seed: 7, today: "2026-11-02", company: "empty" });
  Object.assign(process.env, emulators.env);
  ({ token } = await connectedCompany(emulators));
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await stopQueue(1_000);
  await closeDb();
  await emulators.close();
});

function startWorker(): WorkerProcess {
  const worker = new WorkerProcess();
  workers.push(worker);
  return worker;
}

async function kill(worker: WorkerProcess): Promise<void> {
  workers.splice(workers.indexOf(worker), 1);
  await worker.kill();
  // Expires its claim, which would take some seconds.
  await adminDb().posting.updateMany({ data: { heartbeatAt: new Date(Date.now() - 60_000) } });
}

/** Auto Match looks for Deposits too, and the next worker would take it up. */
const matchRequests = () =>
  adminDb().$queryRaw<unknown[]>`
    SELECT FROM companies WHERE match_requested_at > coalesce(matched_at, '-infinity')`;

const posting = () => adminDb().posting.findFirstOrThrow({});

async function callsAboutDeposits(): Promise<string[]> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests
    .map(({ method, path, query }: Record<string, string>) =>
      decodeURIComponent(`${method} ${path}?${query}`.replaceAll("+", " ")),
    )
    .filter((call: string) => /\/deposit\b|from deposit\b/i.test(call));
}

const forgetCalls = () => fetch(`${emulators.control.url}/requests`, { method: "DELETE" });

test("a posting that crashes each worker fails, and looks for its Deposit when retried", async () => {
  await injectFault(emulators, {
    provider: "quickbooks",
    match: { method: "POST", path: "/deposit" },
    kind: "timeout_after",
  });
  const first = startWorker();
  await matchedSale(emulators, token);
  await eventually(async () => expect((await booksOf(emulators)).deposits).toHaveLength(1));
  await eventually(async () => expect(await matchRequests()).toEqual([]));
  await kill(first);
  expect(await posting()).toMatchObject({ state: "sending", crashCount: 0 });

  await injectFault(emulators, {
    provider: "quickbooks",
    match: { path: "from deposit" },
    kind: "timeout",
  });
  await forgetCalls();
  const second = startWorker();
  await eventually(async () => expect(await callsAboutDeposits()).toHaveLength(1));
  await kill(second);
  expect(await posting()).toMatchObject({ state: "sending", crashCount: 1, refusals: 0 });

  await adminDb().posting.updateMany({ data: { crashCount: MAX_CRASHES - 1 } });
  await forgetCalls();
  const third = startWorker();
  await eventually(async () => expect((await posting()).state).toBe("failed"));
  expect(await callsAboutDeposits()).toEqual([]);
  // The state of QuickBooks is unknown, so the request id stays.
  expect(await posting()).toMatchObject({ errorCode: "worker_died", refusals: 0 });
  const { failures } = await ok("GET", "/jobs/failed/", token);
  expect(failures).toMatchObject([
    {
      kind: "posting",
      code: "worker_died",
      reason:
        "Posting kept failing partway, so we stopped retrying. QuickBooks may already have this deposit. Retry checks first, so nothing is posted twice.",
    },
  ]);
  const { depositId } = await posting();
  const notified = await adminDb().notification.findMany({ where: { kind: "issue" } });
  expect(notified.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Stripe payout [\d.,−]+ \(.+\) couldn't be posted$/),
  ]);
  const audited = { action: "deposit.posting_failed", entityId: String(depositId) };
  expect(await adminDb().auditEvent.count({ where: audited })).toBe(1);

  await ok("POST", "/jobs/retry/", token, { failure_id: failures[0].id });
  await eventually(async () => expect((await posting()).state).toBe("posted"));
  expect(await posting()).toMatchObject({ adopted: false, crashCount: 0 });
  expect((await callsAboutDeposits()).filter((call) => call.startsWith("POST"))).toEqual([]);
  expect((await booksOf(emulators)).deposits).toHaveLength(1);
  expect(await third.stop()).toBe(0);
  workers.splice(workers.indexOf(third), 1);
});
