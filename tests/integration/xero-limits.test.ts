import { afterAll, beforeEach, expect, test } from "vitest";
import { HEALTH_CHECKS } from "@/server/overview/health-checks";
import { closeDb } from "@/server/platform/db";
import type { Caller } from "@/server/providers/xero/limiter";
import { sharedXeroLimiter, xeroPace } from "@/server/providers/xero-calls";
import { adminDb } from "../support/admin-db";

// The pauses themselves are tested here.
process.env.CLOCK_RATE = "1";

const TENANT = "b9b4bd2e-0000-4000-8000-000000000001";
const OTHER = "b9b4bd2e-0000-4000-8000-000000000002";

beforeEach(async () => {
  await adminDb().callSlots.deleteMany();
});

afterAll(closeDb);

const turn = (caller: Caller, tenant = TENANT) => sharedXeroLimiter.turn(tenant, caller);

async function refusal(started: Promise<unknown>) {
  const error = await started.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ failure: "rate_limited" });
  return (error as { detail: { retryAfterSeconds: number; sentence?: string } }).detail;
}

/** As if so many calls had started, one a millisecond, the first of them so long ago. */
async function begun(calls: number, agoMs: number): Promise<void> {
  await (await turn("people"))();
  await adminDb().$executeRaw`UPDATE call_slots SET starts = (
    SELECT array_agg((extract(epoch FROM now()) * 1000)::bigint - ${agoMs}::bigint + n ORDER BY n)
    FROM generate_series(1, ${calls}) n)`;
}

const timeGoesOn = (ms: number) => adminDb().$executeRaw`UPDATE call_slots
  SET starts = ARRAY(SELECT at - ${ms}::bigint FROM unnest(starts) at), noted_at = noted_at - ${ms}::bigint,
    under_way = ARRAY(SELECT at - ${ms}::bigint FROM unnest(under_way) at), paused_until = paused_until - ${ms}::bigint`;

test("jobs make four calls at once, and a person's fifth passes what waits", async () => {
  const order: string[] = [];
  const [first] = [
    await turn("syncs"),
    await turn("postings"),
    await turn("syncs"),
    await turn("syncs"),
  ];
  const waiting = turn("postings").then((end) => {
    order.push("posting");
    return end();
  });
  await (await turn("people"))();
  order.push("person");
  await first?.();
  await waiting;
  expect(order).toEqual(["person", "posting"]);
  // Other organisations have limits of their own.
  await (await turn("syncs", OTHER))();
});

test("the calls of a process that died count until they would have timed out", async () => {
  for (let calls = 0; calls < 5; calls += 1) await turn("people");
  await timeGoesOn(69_500);
  const asked = performance.now();
  await (await turn("people"))();
  expect(performance.now() - asked).toBeGreaterThan(200);
});

test("of sixty calls a minute jobs leave fifteen to people", async () => {
  await begun(45, 59_500);
  const order: string[] = [];
  const sync = turn("syncs").then((end) => {
    order.push("sync");
    return end();
  });
  await (await turn("people"))();
  order.push("person");
  await sync;
  expect(order).toEqual(["person", "sync"]);

  await begun(60, 30_000);
  const { retryAfterSeconds } = await refusal(turn("people"));
  expect(retryAfterSeconds).toBeGreaterThan(20);
  expect((await adminDb().callSlots.findFirstOrThrow()).starts).toHaveLength(60);
});

test("syncs leave the last of a day's calls to postings, and one an hour asks whether there are more", async () => {
  await (await turn("syncs"))({ leftToday: 200, leftThisMinute: 59 });
  const { retryAfterSeconds, sentence } = await refusal(turn("syncs"));
  expect(retryAfterSeconds).toBeGreaterThan(3_500);
  expect(sentence).toContain("kept for people and postings");
  await (await turn("postings"))({ leftToday: 199, leftThisMinute: 58 });
  const pace = await xeroPace(TENANT);
  expect(pace).toMatchObject({ leftToday: 199, leftThisMinute: 58, waiting: { what: "imports" } });
  expect(pace?.waiting?.until.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
  await timeGoesOn(3_600_000);
  const asking = await turn("syncs");
  await refusal(turn("syncs"));
  await asking({ leftToday: 5000, leftThisMinute: 59 });
  await (await turn("syncs"))();
  expect(await xeroPace(TENANT)).toMatchObject({ leftToday: 5000, waiting: null });
});

test("what Xero refuses pauses the organisation, and the whole app where that is its limit", async () => {
  const said = { leftToday: 0, leftThisMinute: 50 };
  const hours = { limit: "day", ms: 3 * 3_600_000 };
  await (await turn("syncs"))({ ...said, pause: hours });
  const { retryAfterSeconds, sentence } = await refusal(turn("postings"));
  expect(retryAfterSeconds).toBeGreaterThan(2 * 3_600);
  expect(sentence).toContain("no more calls for this organisation today");
  const told = { leftToday: 0, waiting: { what: "everything" } };
  expect(await xeroPace(TENANT)).toMatchObject(told);
  expect(await HEALTH_CHECKS.xero_calls()).toMatchObject({
    text: "Xero leaves the organisation 0 calls today.",
    action: expect.stringContaining("It waits"),
  });
  await (await turn("people", OTHER))({ ...said, pause: { limit: "appminute", ms: 30_000 } });
  await refusal(turn("people", OTHER));
  await refusal(turn("people", "b9b4bd2e-0000-4000-8000-000000000003"));
});
