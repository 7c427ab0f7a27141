import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { mintCompanyId, systemContext } from "@/server/platform/company-id";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { runSync } from "@/server/sync/run-sync";
import { dueDailySyncs, MAX_DAILY_ATTEMPTS, startDailySync } from "@/server/sync/start-daily-sync";
import { startSync } from "@/server/work/start-sync";
import { sweepDailySyncs } from "@/server/worker/sweep";
import { injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { signUp } from "../support/company";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let emulators: Emulators;
let companyId: string;
let integrationId: string;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env);
});

/** A company connected to one provider for a long time, in a time zone. */
beforeEach(async () => {
  await adminDb().integration.deleteMany({});
  ({ companyId, integrationId } = await seed("America/New_York"));
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await emulators.close();
});

async function seed(timeZone: string) {
  const company = await adminDb().company.create({
    data: {
      name: "Daily",
      settings: { create: { timeZone } },
      integrations: {
        create: {
          provider: "stripe",
          externalAccountId: "acct_daily",
          credentials: new Uint8Array([1]),
          connectedAt: new Date("2025-01-01T00:00:00Z"),
        },
      },
    },
    include: { integrations: true },
  });
  return { companyId: company.id, integrationId: company.integrations[0]?.id ?? "" };
}

const runs = () => adminDb().syncRun.findMany({ where: { companyId } });
const zone = (timeZone: string) =>
  adminDb().companySettings.updateMany({ where: { companyId }, data: { timeZone } });
const end = (state: "succeeded" | "failed") =>
  adminDb().syncRun.updateMany({
    where: { companyId, state: { in: ["queued", "running"] } },
    data: { state, finishedAt: new Date() },
  });
const change = (data: object) => adminDb().integration.updateMany({ where: { companyId }, data });
const isDue = async (at: Date) => (await dueDailySyncs(at, 100)).length > 0;

/** Days, in the company's time zone, on which a sweep every ten minutes started a sync. */
async function daysSwept(from: string, days: number): Promise<string[]> {
  const began: string[] = [];
  const start = Date.parse(from);
  for (let at = start; at < start + days * DAY; at += 10 * MINUTE) {
    for (const due of await dueDailySyncs(new Date(at), 100)) {
      await startDailySync(systemContext(due.companyId), due);
      began.push(due.day);
      await end("succeeded");
    }
  }
  return began;
}

describe("the daily sync", () => {
  test("starts once, in the early morning of the company's time zone", async () => {
    // New York is five hours behind in winter.
    expect(await isDue(new Date("2026-01-14T08:59:00Z"))).toBe(false);
    const morning = new Date("2026-01-14T11:00:00Z");
    expect(await isDue(morning)).toBe(true);
    await sweepDailySyncs(100, morning);
    expect(await runs()).toMatchObject([{ trigger: "daily", integrationId, state: "queued" }]);
    await end("succeeded");
    for (const hours of [0, 1, 12, 16]) {
      await sweepDailySyncs(100, new Date(morning.getTime() + hours * HOUR));
    }
    expect(await runs()).toHaveLength(1);
    await sweepDailySyncs(100, new Date(morning.getTime() + DAY));
    expect(await runs()).toHaveLength(2);
  });

  test("starts later when nothing ran in the morning", async () => {
    await change({ lastDailySyncDate: new Date("2026-01-13") });
    expect(await isDue(new Date("2026-01-15T03:30:00Z"))).toBe(true);
  });

  test.each([
    ["America/New_York", "2026-03-07T00:00:00Z"],
    ["America/New_York", "2026-10-31T00:00:00Z"],
    ["Europe/Athens", "2026-03-28T00:00:00Z"],
    ["Europe/Athens", "2026-10-24T00:00:00Z"],
    ["America/Havana", "2026-03-07T00:00:00Z"],
    ["Africa/Cairo", "2026-10-29T00:00:00Z"],
    ["Australia/Lord_Howe", "2026-04-04T00:00:00Z"],
    ["Pacific/Kiritimati", "2026-06-01T00:00:00Z"],
  ])("starts once a day across clock changes: %s from %s", async (timeZone, from) => {
    await zone(timeZone);
    const began = await daysSwept(from, 4);
    expect(new Set(began).size).toBe(began.length);
    // Four whole days contain at least three mornings in sequence.
    expect(began.length).toBeGreaterThanOrEqual(3);
    const gaps = began.slice(1).map((day, nth) => Date.parse(day) - Date.parse(began[nth] ?? ""));
    expect(new Set(gaps)).toEqual(new Set([DAY]));
  });

  test("does not repeat when the company moves to a zone where it is still yesterday", async () => {
    await zone("Asia/Tokyo");
    const tokyo = new Date("2026-01-14T21:30:00Z");
    await sweepDailySyncs(100, tokyo);
    await end("succeeded");
    await zone("America/Los_Angeles");
    await sweepDailySyncs(100, new Date(tokyo.getTime() + HOUR));
    expect(await runs()).toHaveLength(1);
  });

  test("is skipped when disabled, disconnected, or connected today", async () => {
    const noon = new Date("2026-01-14T17:00:00Z");
    await change({ status: "expired" });
    expect(await isDue(noon)).toBe(false);
    await change({ status: "connected", connectedAt: new Date("2026-01-14T13:00:00Z") });
    expect(await isDue(noon)).toBe(false);
    expect(await isDue(new Date("2026-01-15T17:00:00Z"))).toBe(true);
    await adminDb().companySettings.updateMany({
      where: { companyId },
      data: { dailySync: false },
    });
    expect(await isDue(new Date("2026-01-15T17:00:00Z"))).toBe(false);
  });

  test("of many companies is spread over two hours", async () => {
    for (let nth = 0; nth < 40; nth += 1) await seed("America/New_York");
    const dueBy = async (time: string) =>
      (await dueDailySyncs(new Date(`2026-01-14T${time}:00Z`), 1_000)).length;
    expect(await dueBy("08:59")).toBe(0);
    const half = await dueBy("10:00");
    expect(half).toBeGreaterThan(5);
    expect(half).toBeLessThan(36);
    expect(await dueBy("11:00")).toBe(41);
  });

  test("is started by only one of many processes, and not during another sync", async () => {
    const ctx = systemContext(companyId);
    const due = { integrationId, day: "2026-01-14" };
    await Promise.all(Array.from({ length: 6 }, () => startDailySync(ctx, due)));
    expect(await runs()).toHaveLength(1);
    await startDailySync(ctx, { ...due, day: "2026-01-15" });
    expect(await runs()).toHaveLength(1);
    await end("succeeded");
    await startDailySync(ctx, { ...due, day: "2026-01-15" });
    expect(await runs(), "that sync was the day's").toHaveLength(1);
  });

  test("an integration has one sync at a time, however many are requested", async () => {
    const ctx = { ...systemContext(companyId), companyId: mintCompanyId(companyId) };
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => startSync(ctx, { integrationId, trigger: "manual" })),
    );
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    const second = adminDb().syncRun.create({
      data: { companyId, integrationId, trigger: "manual" },
    });
    await expect(second).rejects.toThrow("Unique constraint");
  });

  test("a request that races with a starting or ending sync gets a run", async () => {
    const ctx = { ...systemContext(companyId), companyId: mintCompanyId(companyId) };
    let left = 24;
    const ending = (async () => {
      while (left > 0) await end("succeeded");
    })();
    await Promise.all(
      Array.from({ length: left }, async () => {
        try {
          const { id } = await startSync(ctx, { integrationId, trigger: "manual" });
          expect(id).toEqual(expect.any(String));
        } finally {
          left -= 1;
        }
      }),
    );
    await ending;
  });
});

describe("a daily sync that fails", () => {
  test("is retried the same day, with growing pauses and a limit", async () => {
    const { token } = await signUp();
    await ok("POST", "/stripe/connect/", token, {
      secret_key: emulators.credentials.stripeSecretKey,
    });
    const integration = await adminDb().integration.findFirstOrThrow({
      where: { externalAccountId: { not: "acct_daily" } },
    });
    ({ companyId, id: integrationId } = integration);
    await end("succeeded");
    await injectFault(emulators, {
      provider: "stripe",
      match: { path: "/v1/payouts" },
      kind: "status",
      status: 403,
      times: 100,
    });
    const ctx = systemContext(companyId);
    const day = new Date().toISOString().slice(0, 10);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= MAX_DAILY_ATTEMPTS; attempt += 1) {
      await startDailySync(ctx, { integrationId, day });
      const active = (await runs()).filter(({ state }) => state === "queued");
      expect(active).toHaveLength(1);
      await runSync(ctx, active[0]?.id ?? "");
      const { dailyRetryAt } = await adminDb().integration.findFirstOrThrow({
        where: { id: integrationId },
      });
      if (dailyRetryAt) pauses.push(dailyRetryAt.getTime() - Date.now());
    }
    expect(pauses).toHaveLength(MAX_DAILY_ATTEMPTS - 1);
    expect(pauses[0]).toBeGreaterThan(14 * MINUTE);
    expect(pauses.at(-1)).toBeGreaterThan(pauses[0] ?? 0);
    await startDailySync(ctx, { integrationId, day });
    expect((await runs()).filter(({ trigger }) => trigger === "daily")).toHaveLength(
      MAX_DAILY_ATTEMPTS,
    );
  });

  test("is due when its pause is over, and not before", async () => {
    const at = new Date("2026-01-14T15:00:00Z");
    await change({
      lastDailySyncDate: new Date("2026-01-14"),
      dailyAttempts: 1,
      dailyRetryAt: new Date("2026-01-14T15:30:00Z"),
    });
    expect(await isDue(at)).toBe(false);
    expect(await isDue(new Date(at.getTime() + HOUR))).toBe(true);
    // Superseded by the next day's sync.
    expect(await dueDailySyncs(new Date(at.getTime() + DAY), 10)).toMatchObject([
      { day: "2026-01-15" },
    ]);
  });
});
