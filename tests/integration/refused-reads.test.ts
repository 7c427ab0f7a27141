import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WantedRead } from "@/server/providers/quickbooks/monthly-reads";
import { sharedReadMeter } from "@/server/providers/read-meter";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { settled } from "../support/worker";
import { control, eachInACompanyOfItsOwn, emulators, token } from "./ledger-changes/world";

process.env.QUICKBOOKS_MONTHLY_READS = "500000";

eachInACompanyOfItsOwn();

const WORDS =
  /^QuickBooks has refused all reads of this installation's app since \d{4}-\d\d-\d\d, \d\d:\d\d UTC\. Another installation may use up the same app's monthly allowance\. We retry once an hour\.$/;

/** More refused reads than one sync makes. */
const MANY = 10;
const MINUTES = { hour: 60, hours: 6 * 60 };

const app = () => emulators.credentials.quickbooksClientId;
/** A read of the company. */
const read = async (client = app()): Promise<WantedRead> => {
  const { companyId, externalAccountId: realmId } = await adminDb().integration.findFirstOrThrow({
    where: { provider: "quickbooks", status: "connected" },
  });
  return { app: client, companyId, realmId, purpose: "bookkeeping", isToken: false };
};
const row = () => adminDb().monthlyReads.findFirstOrThrow();

/** As if so much time had passed since. */
async function pass(minutes: number): Promise<void> {
  await adminDb().$executeRaw`UPDATE monthly_reads SET
    refused_since = refused_since - ${minutes} * interval '1 minute',
    tried_at = tried_at - ${minutes} * interval '1 minute'`;
}

/** Reads that QuickBooks refuses, one after the other. @returns what the last one was answered with. */
async function refuse(times: number) {
  let stopped = null;
  for (let nth = 0; nth < times; nth += 1) {
    await sharedReadMeter.take(await read());
    stopped = await sharedReadMeter.refused(await read());
  }
  return stopped;
}

beforeEach(async () => {
  await adminDb().monthlyReads.deleteMany();
});
afterEach(async () => {
  await control("/quickbooks/company", { readsLeft: null });
  await adminDb().monthlyReads.deleteMany();
});

describe("reads that are refused long before the allowance is used up", () => {
  test("are retried while that lasts minutes, or is a read now and then", async () => {
    expect(await refuse(MANY)).toBeNull();
    await pass(MINUTES.hours - 1);
    expect(await refuse(1)).toBeNull();
    expect((await sharedReadMeter.take(await read())).stopped).toBeNull();

    await adminDb().monthlyReads.deleteMany();
    await refuse(1);
    await pass(10 * MINUTES.hours);
    expect(await refuse(MANY - 2)).toBeNull();
  });

  test("are made once an hour after six hours, by one process", async () => {
    await refuse(MANY - 1);
    await pass(MINUTES.hours);
    const { refusedSince } = await row();
    const stopped = await refuse(1);
    expect(stopped).toMatchObject({ what: "app", refusedSince, isUsedUp: false });
    expect(stopped?.until.getTime()).toBeGreaterThan(Date.now());
    await pass(MINUTES.hour - 1);
    expect((await sharedReadMeter.take(await read())).stopped).not.toBeNull();

    await pass(1);
    const wanted = await read();
    const takes = await Promise.all(Array.from({ length: 8 }, () => sharedReadMeter.take(wanted)));
    expect(takes.filter((taken) => taken.stopped === null)).toEqual([
      { stopped: null, afterRefusals: true },
    ]);
    expect((await row()).reads).toBe(MANY + 1);
  });

  test("are over with the first one that is answered", async () => {
    await refuse(MANY - 1);
    await pass(2 * MINUTES.hours);
    await refuse(1);
    await pass(MINUTES.hour);
    expect((await sharedReadMeter.take(await read())).afterRefusals).toBe(true);
    await sharedReadMeter.answered(app());
    expect(await sharedReadMeter.take(await read())).toEqual({
      stopped: null,
      afterRefusals: false,
    });
    // Later ones are counted anew.
    expect(await refuse(1)).toBeNull();
  });

  test("of another app, or last month's, stop nothing", async () => {
    await refuse(MANY - 1);
    await pass(MINUTES.hours);
    await refuse(1);
    expect(await sharedReadMeter.take(await read("another"))).toEqual({
      stopped: null,
      afterRefusals: false,
    });
    await adminDb().$executeRaw`UPDATE monthly_reads SET month = month - interval '1 month'`;
    expect(await sharedReadMeter.take(await read())).toEqual({
      stopped: null,
      afterRefusals: false,
    });
  });
});

async function sync(): Promise<{ state: string; message: string }> {
  await ok("POST", "/qb/sync-payments/?wait=0", token);
  await settled(token);
  const { runs } = await ok("GET", "/sync-runs/", token);
  return runs.find(({ integration_type: type }: Record<string, string>) => type === "quickbook");
}

async function callsOf(run: () => Promise<unknown>): Promise<number> {
  await fetch(`${emulators.control.url}/requests`, { method: "DELETE" });
  await run();
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.filter(({ path }: { path: string }) => path.startsWith("/v3/company/")).length;
}

test("a sync says that all reads are refused, tries one an hour, and goes on once one is answered", async () => {
  await sync();
  await refuse(MANY - 1);
  await pass(2 * MINUTES.hours);
  await control("/quickbooks/company", { readsLeft: 0 });
  const failed = { state: "failed", message: expect.stringMatching(WORDS) };
  expect(await callsOf(async () => expect(await sync()).toMatchObject(failed))).toBe(1);
  expect(await callsOf(async () => expect(await sync()).toMatchObject(failed))).toBe(0);

  await control("/quickbooks/company", { readsLeft: null });
  expect(await callsOf(async () => expect(await sync()).toMatchObject(failed))).toBe(0);
  await pass(MINUTES.hour);
  expect(await sync()).toMatchObject({ state: "succeeded" });
  expect(await row()).toMatchObject({ refusedSince: null, refusals: 0, triedAt: null });
});

test("the screens are told since when, and no longer once a read is answered", async () => {
  const told = async () => (await ok("GET", "/user/integrations/", token)).monthly_reads;
  await refuse(MANY - 1);
  await pass(MINUTES.hours);
  expect(await told()).toBeUndefined();
  await refuse(1);
  const { refusedSince } = await row();
  expect(await told()).toEqual({
    ...{ used_percent: 0, is_used_up: false, renews_on: expect.any(String) },
    refused_since: refusedSince?.toISOString(),
  });
  // Where our own count says it all, that is said.
  await adminDb().monthlyReads.updateMany({ data: { reads: 500_000 } });
  expect(await told()).toMatchObject({ used_percent: 100, is_used_up: true });
  expect(await told()).not.toHaveProperty("refused_since");
  await sharedReadMeter.answered(app());
  expect(await told()).toMatchObject({ used_percent: 100, is_used_up: false });
});
