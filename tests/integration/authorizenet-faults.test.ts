import { expect, test } from "vitest";
import { injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { signUp } from "../support/company";
import { eventually } from "../support/eventually";
import { settled } from "../support/worker";
import { WorkerProcess } from "../support/worker-process";
import {
  cents,
  control,
  type Deposit,
  deposits,
  eachWithFreshBooks,
  emulators,
  keys,
  restartWorkers,
  stopWorkers,
  sum,
} from "./authorizenet/world";

eachWithFreshBooks();

async function operations(): Promise<Record<string, number>> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  const counts: Record<string, number> = {};
  for (const { operation } of requests) {
    if (operation) counts[operation] = (counts[operation] ?? 0) + 1;
  }
  return counts;
}
test("a batch of 2,300 transactions and a batch of only voided ones", async () => {
  const { token } = await signUp();
  const date = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const named = { firstName: "Ada", lastName: "Byron", invoiceNumber: "1" };
  const { batchId } = await control("/authorizenet/batches", {
    date,
    transactions: Array.from({ length: 2_300 }, (_, index) => ({ amount: 100 + index, ...named })),
  });
  await control("/authorizenet/batches", {
    date,
    transactions: [{ amount: 100, status: "voided" }],
  });
  await ok("POST", "/authorize/connect/", token, keys());
  await settled(token);
  const all = await deposits(token);
  expect(all).toHaveLength(7);
  const large = all.find(({ source_id }) => source_id === batchId);
  expect(large?.lines).toHaveLength(2_300);
  expect(sum(large as Deposit)).toBe(cents(large?.total_amt));
});

test("transient faults are retried; a batch that does not add up is skipped and named", async () => {
  const { token } = await signUp();
  const wrong = await control("/authorizenet/batches", {
    transactions: [{ amount: 100, status: "mystery", cameBackLater: true }, { amount: 900 }],
  });
  for (const kind of ["cut", "malformed", "truncated"]) {
    await injectFault(emulators, {
      provider: "authorizenet",
      match: { path: "getTransactionListRequest" },
      kind,
    });
  }
  await ok("POST", "/authorize/connect/", token, keys());
  await settled(token);
  expect(await deposits(token)).toHaveLength(6);
  const { runs } = await ok("GET", "/sync-runs/", token);
  expect(runs[0].message).toContain(wrong.batchId);
});

test("a key revoked during a sync expires the connection and loses no data", async () => {
  const { token } = await signUp();
  // The first details are requested after the first batches are stored.
  await injectFault(emulators, {
    provider: "authorizenet",
    match: { path: "getTransactionDetailsRequest" },
    kind: "status",
    status: 400,
    code: "E00007",
  });
  await ok("POST", "/authorize/connect/", token, keys());
  await settled(token);
  const [integration] = (await ok("GET", "/user/integrations/", token)).integrations;
  expect(integration.status).toBe("expired");
  const stored = await deposits(token);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.length).toBeLessThan(6);
  const answer = await call("GET", "/authorize/sync-payouts/", { token });
  expect(answer.status).toBe(409);
  expect(answer.body.message).toContain("Reconnect Authorize.Net");
  await ok("POST", "/authorize/connect/", token, keys());
  await settled(token);
  expect(await deposits(token)).toHaveLength(6);
  expect(new Set((await deposits(token)).map(({ source_id }) => source_id)).size).toBe(6);
});

test("a sync killed in the middle is continued by the next worker, without duplicates", async () => {
  await stopWorkers();
  const { token } = await signUp();
  await injectFault(emulators, {
    provider: "authorizenet",
    match: { path: "getTransactionDetailsRequest" },
    kind: "timeout",
    times: 1,
  });
  await ok("POST", "/authorize/connect/", token, keys());
  const worker = new WorkerProcess();
  await eventually(async () =>
    expect((await operations()).getTransactionDetailsRequest).toBeGreaterThan(0),
  );
  await worker.kill();
  const halfway = await deposits(token);
  expect(halfway.length).toBeGreaterThan(0);
  expect(halfway.length).toBeLessThan(6);
  await adminDb().$executeRaw`UPDATE sync_runs SET heartbeat_at = now() - interval '1 hour'
    WHERE state = 'running'`;
  await restartWorkers();
  await settled(token);
  const all = await deposits(token);
  expect(new Set(all.map(({ source_id }) => source_id)).size).toBe(6);
  expect(all).toHaveLength(6);
  for (const deposit of all) expect(sum(deposit)).toBe(cents(deposit.total_amt));
});
