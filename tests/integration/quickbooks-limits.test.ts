import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { systemContext } from "@/server/auth/company-id";
import { sharedCallLimiter } from "@/server/call-slots";
import { closeDb } from "@/server/db";
import { credentialStore } from "@/server/integrations/credential-store";
import { requireIntegration } from "@/server/integrations/find";
import { getProvider } from "@/server/providers/registry";
import { connectQuickBooks, signUp } from "../setup/company";
import { everything } from "../setup/everything";
import { callFromAnotherProcess } from "../setup/processes";
import { injectFault } from "../setup/stand-in";

/** Processes of their own start slowly where others work too. */
const SLOW = 180_000;

let sandbox: Sandbox;
let companyId: string;

beforeAll(async () => {
  sandbox = await startSandbox({
    seed: 3,
    today: "2026-11-02",
    company: "empty",
    quickbooksLimits: true,
    refreshRotation: "strict",
  });
  Object.assign(process.env, sandbox.env);
  await connectQuickBooks((await signUp()).token);
  ({ companyId } = await everything().integration.findFirstOrThrow());
});

afterAll(async () => {
  await closeDb();
  await sandbox.close();
});

interface Logged {
  at: string;
  path: string;
  status: number;
}

async function apiCalls(): Promise<Logged[]> {
  const { requests } = await (await fetch(`${sandbox.control.url}/requests`)).json();
  return requests.filter(({ path }: Logged) => path.startsWith("/v3/company/"));
}

async function openStore() {
  const ctx = systemContext(companyId);
  const ledger = getProvider("quickbooks").ledger;
  if (!ledger) throw new Error("QuickBooks is a ledger");
  return { ledger, store: credentialStore(ctx, await requireIntegration(ctx, "quickbooks")) };
}

test("two processes at once never exceed ten calls a second, and use what there is", {
  timeout: SLOW,
}, async () => {
  await fetch(`${sandbox.control.url}/requests`, { method: "DELETE" });
  const failed = await Promise.all([
    callFromAnotherProcess(companyId, 40),
    callFromAnotherProcess(companyId, 40),
  ]);
  expect(failed).toEqual([[], []]);
  const calls = await apiCalls();
  expect(calls.filter(({ status }) => status === 429)).toEqual([]);
  expect(calls).toHaveLength(80);
  // Of the reserved starts, not of the clock: slots follow each other as closely as they may.
  const { starts } = await everything().callSlots.findFirstOrThrow();
  const gaps = starts
    .slice(-100)
    .map((start, index, list) => Number(start - (list[index - 1] ?? start)));
  expect(gaps.slice(1).every((gap) => gap >= 110)).toBe(true);
  expect(gaps.filter((gap) => gap === 110).length).toBeGreaterThan(60);
});

test("two processes whose token has ended exchange it once, and both go on", {
  timeout: SLOW,
}, async () => {
  const body = JSON.stringify({ refresh: false });
  await fetch(`${sandbox.control.url}/tokens/expire`, { method: "POST", body });
  await fetch(`${sandbox.control.url}/requests`, { method: "DELETE" });
  const failed = await Promise.all([
    callFromAnotherProcess(companyId, 5),
    callFromAnotherProcess(companyId, 5),
  ]);
  expect(failed).toEqual([[], []]);
  const { requests } = await (await fetch(`${sandbox.control.url}/requests`)).json();
  const exchanges = requests.filter(({ path }: Logged) => path.includes("tokens/bearer"));
  expect(exchanges.map(({ status }: Logged) => status)).toEqual([200]);
});

test("the five hundred and first call waits for the first one's minute to end", async () => {
  await everything().$executeRaw`UPDATE call_slots SET paused_until = 0, starts = (
    SELECT array_agg((extract(epoch FROM now()) * 1000)::bigint - 57000 + n * 110 ORDER BY n)
    FROM generate_series(1, 500) n)`;
  const refused = sharedCallLimiter.turn(sandbox.credentials.realmId, 100);
  await expect(refused).rejects.toMatchObject({ failure: "rate_limited" });
  const { starts } = await everything().callSlots.findFirstOrThrow();
  expect(starts).toHaveLength(500);
  await sharedCallLimiter.turn(sandbox.credentials.realmId, 10_000);
  const after = await everything().callSlots.findFirstOrThrow();
  expect(after.starts).toHaveLength(500);
  const [first] = starts;
  expect(after.starts.at(-1)).toBeGreaterThanOrEqual((first ?? 0n) + 60_000n);
});

test("after a 429 nobody calls for that company until its pause is over", async () => {
  await everything().$executeRaw`UPDATE call_slots SET starts = '{}', paused_until = 0`;
  const { ledger, store } = await openStore();
  await injectFault(sandbox, {
    provider: "quickbooks",
    kind: "status",
    status: 429,
    retryAfter: 90,
  });
  const error = await ledger.readDeposit(store, "1").catch((reason: unknown) => reason);
  expect(error).toMatchObject({ failure: "rate_limited", detail: { retryAfterSeconds: 90 } });
  const before = (await apiCalls()).length;
  const [told] = await callFromAnotherProcess(companyId, 1);
  expect(told).toContain("used up");
  expect(await apiCalls()).toHaveLength(before);

  // The pause ends; this is that time passing.
  await everything().$executeRaw`UPDATE call_slots SET paused_until = 0`;
  expect(await ledger.readDeposit(store, "1")).toBeNull();
});

test("without Retry-After the pause is a minute, as Intuit asks", async () => {
  await everything().$executeRaw`UPDATE call_slots SET starts = '{}', paused_until = 0`;
  const { ledger, store } = await openStore();
  await injectFault(sandbox, { provider: "quickbooks", kind: "status", status: 429 });
  const answer = ledger.readDeposit(store, "1");
  await expect
    .poll(async () => {
      const [row] = await everything().$queryRaw<{ left: number }[]>`
        SELECT (paused_until - extract(epoch FROM now()) * 1000)::int AS left FROM call_slots`;
      return row?.left;
    })
    .toBeGreaterThan(50_000);
  await everything().$executeRaw`UPDATE call_slots SET paused_until = 0`;
  expect(await sharedCallLimiter.turn(sandbox.credentials.realmId, 1000)).toBeUndefined();
  // A sleeping caller keeps to what it was told.
  void answer.catch(() => undefined);
});
