import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { credentialStore } from "@/server/connections/credentials";
import { requireIntegration } from "@/server/connections/find";
import { systemContext } from "@/server/platform/company-id";
import { closeDb } from "@/server/platform/db";
import { sharedCallLimiter } from "@/server/providers/call-slots";
import { getProvider } from "@/server/providers/registry";
import { injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { connectQuickBooks, signUp } from "../support/company";
import { eventually } from "../support/eventually";
import { callFromAnotherProcess } from "../support/processes";

// The pauses themselves are tested here.
process.env.CLOCK_RATE = "1";

/** Timers and clocks count in whole milliseconds. */
const ROUNDED_MS = 2;
/** Far longer than a call waits for its turn, also after a slow start of another process. */
const PAUSE_SECONDS = 3_600;

let emulators: Emulators;
let companyId: string;

beforeAll(async () => {
  emulators = await startEmulators({
    seed: 3,
    today: "2026-11-02",
    company: "empty",
    refreshRotation: "strict",
  });
  Object.assign(process.env, emulators.env);
  await connectQuickBooks((await signUp()).token);
  ({ companyId } = await adminDb().integration.findFirstOrThrow());
});

afterAll(async () => {
  await closeDb();
  await emulators.close();
});

interface Logged {
  at: string;
  path: string;
  status: number;
}

async function apiCalls(): Promise<Logged[]> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.filter(({ path }: Logged) => path.startsWith("/v3/company/"));
}

async function openStore() {
  const ctx = systemContext(companyId);
  const ledger = getProvider("quickbooks").ledger;
  if (!ledger) throw new Error("QuickBooks is a ledger");
  return {
    ledger,
    store: credentialStore(ctx, await requireIntegration(ctx, "quickbooks"), "bookkeeping"),
  };
}

test("two processes together never exceed ten calls a second, and use the whole limit", async () => {
  await fetch(`${emulators.control.url}/requests`, { method: "DELETE" });
  await adminDb().$executeRaw`UPDATE call_slots SET starts = '{}', paused_until = 0`;
  const failed = await Promise.all([
    callFromAnotherProcess(companyId, 40),
    callFromAnotherProcess(companyId, 40),
  ]);
  expect(failed).toEqual([[], []]);
  const arrivals = (await apiCalls()).map(({ at }) => Date.parse(at)).sort((a, b) => a - b);
  expect(arrivals).toHaveLength(80);
  // The reserved starts are ten a second, and no call came before its start: a stalled machine can only be
  // late. A missed start is replaced, so there may be more of them.
  const { starts } = await adminDb().callSlots.findFirstOrThrow();
  const early = arrivals.filter((at, index) => at < Number(starts[index]) - ROUNDED_MS);
  expect(early).toEqual([]);
  const gaps = starts.map((start, index) => Number(start - (starts[index - 1] ?? start)));
  expect(gaps.slice(1).every((gap) => gap >= 110)).toBe(true);
  expect(gaps.filter((gap) => gap === 110).length).toBeGreaterThan(60);
});

test("two processes with an expired token exchange it once, and both continue", async () => {
  const body = JSON.stringify({ refresh: false });
  await fetch(`${emulators.control.url}/tokens/expire`, { method: "POST", body });
  await fetch(`${emulators.control.url}/requests`, { method: "DELETE" });
  const failed = await Promise.all([
    callFromAnotherProcess(companyId, 5),
    callFromAnotherProcess(companyId, 5),
  ]);
  expect(failed).toEqual([[], []]);
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  const exchanges = requests.filter(({ path }: Logged) => path.includes("tokens/bearer"));
  expect(exchanges.map(({ status }: Logged) => status)).toEqual([200]);
});

test("a start that the process missed is released for another", async () => {
  await adminDb().$executeRaw`UPDATE call_slots SET paused_until = 0,
    starts = ARRAY[(extract(epoch FROM clock_timestamp()) * 1000)::bigint + 1000]`;
  const reserved = async () => (await adminDb().callSlots.findFirstOrThrow()).starts.length;
  const turn = sharedCallLimiter.turn(emulators.credentials.realmId, 60_000);
  await eventually(async () => expect(await reserved()).toBe(2));
  // The process stalls until that start is over.
  const until = performance.now() + 1_500;
  while (performance.now() < until);
  await turn;
  expect(await reserved()).toBeGreaterThanOrEqual(3);
});

test("the five hundred and first call waits until the first one's minute ends", async () => {
  await adminDb().$executeRaw`UPDATE call_slots SET paused_until = 0, starts = (
    SELECT array_agg((extract(epoch FROM now()) * 1000)::bigint - 57000 + n * 110 ORDER BY n)
    FROM generate_series(1, 500) n)`;
  const refused = sharedCallLimiter.turn(emulators.credentials.realmId, 100);
  await expect(refused).rejects.toMatchObject({ failure: "rate_limited" });
  const { starts } = await adminDb().callSlots.findFirstOrThrow();
  expect(starts).toHaveLength(500);
  await sharedCallLimiter.turn(emulators.credentials.realmId, 10_000);
  const after = await adminDb().callSlots.findFirstOrThrow();
  expect(after.starts).toHaveLength(500);
  const [first] = starts;
  expect(after.starts.at(-1)).toBeGreaterThanOrEqual((first ?? 0n) + 60_000n);
});

test("after a 429 the company is not called until its pause is over", async () => {
  await adminDb().$executeRaw`UPDATE call_slots SET starts = '{}', paused_until = 0`;
  const { ledger, store } = await openStore();
  await injectFault(emulators, {
    provider: "quickbooks",
    kind: "status",
    status: 429,
    retryAfter: PAUSE_SECONDS,
  });
  const error = await ledger.readDeposit(store, "1").catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    failure: "rate_limited",
    detail: { retryAfterSeconds: PAUSE_SECONDS },
  });
  const before = (await apiCalls()).length;
  const [output] = await callFromAnotherProcess(companyId, 1);
  expect(output).toContain("used up");
  expect(await apiCalls()).toHaveLength(before);

  // Ends the pause.
  await adminDb().$executeRaw`UPDATE call_slots SET paused_until = 0`;
  expect(await ledger.readDeposit(store, "1")).toBeNull();
});

test("without Retry-After the pause is a minute, as Intuit asks", async () => {
  await adminDb().$executeRaw`UPDATE call_slots SET starts = '{}', paused_until = 0`;
  const { ledger, store } = await openStore();
  await injectFault(emulators, { provider: "quickbooks", kind: "status", status: 429 });
  const answer = ledger.readDeposit(store, "1");
  await expect
    .poll(async () => {
      const [row] = await adminDb().$queryRaw<{ left: number }[]>`
        SELECT (paused_until - extract(epoch FROM now()) * 1000)::int AS left FROM call_slots`;
      return row?.left;
    })
    .toBeGreaterThan(50_000);
  await adminDb().$executeRaw`UPDATE call_slots SET paused_until = 0`;
  expect(await sharedCallLimiter.turn(emulators.credentials.realmId, 1000)).toBeUndefined();
  // A sleeping caller respects its pause.
  void answer.catch(() => undefined);
});
