import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sharedReadMeter } from "@/server/providers/read-meter";
import { clearFaults, createSale, injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { signUp } from "../support/company";
import { eventually } from "../support/eventually";
import { settled } from "../support/worker";
import {
  control,
  eachInACompanyOfItsOwn,
  emulators,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

/** By the default. */
const ALLOWANCE = 500_000;
const WORDS =
  /^QuickBooks' monthly allowance of reads is used up\. We continue on \d{4}-\d\d-01\.$/;

async function callsToQuickBooks(method?: string): Promise<number> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.filter(
    (sent: { method: string; path: string }) =>
      sent.path.startsWith("/v3/company/") && (!method || sent.method === method),
  ).length;
}

const forgetCalls = () => fetch(`${emulators.control.url}/requests`, { method: "DELETE" });
const setReads = (reads: number) => adminDb().monthlyReads.updateMany({ data: { reads } });

async function sync(): Promise<{ state: string; message: string }> {
  await ok("POST", "/qb/sync-payments/?wait=0", token);
  await settled(token);
  const { runs } = await ok("GET", "/sync-runs/", token);
  return runs.find(({ integration_type: type }: Record<string, string>) => type === "quickbook");
}

beforeEach(async () => {
  await adminDb().monthlyReads.deleteMany();
});
afterEach(async () => {
  await clearFaults(emulators);
  await adminDb().monthlyReads.deleteMany();
});

test("reads are counted, writes are not", async () => {
  await createSale(emulators, 5_000, "Ann Baker");
  await forgetCalls();
  await syncBoth();
  const [counted, ...others] = await adminDb().monthlyReads.findMany();
  expect(others).toEqual([]);
  expect(counted?.reads).toBe(await callsToQuickBooks("GET"));
});

test("once they are used up nothing is read until the next month, and the sync says so", async () => {
  await sync();
  await setReads(ALLOWANCE);
  await injectFault(emulators, {
    ...{ provider: "quickbooks", match: { method: "GET", path: "/v3/company" } },
    ...{ kind: "status", status: 429 },
  });
  expect(await sync()).toMatchObject({
    state: "failed",
    message: expect.stringMatching(WORDS),
  });
  await forgetCalls();
  expect((await sync()).message).toMatch(WORDS);
  expect(await callsToQuickBooks()).toBe(0);

  // The next month has a row of its own.
  await adminDb().$executeRaw`UPDATE monthly_reads SET month = month - interval '1 month'`;
  expect(await sync()).toMatchObject({ state: "succeeded" });
});

test("a sync in the middle of which they run out stops there, and goes on where QuickBooks allows more", async () => {
  await sync();
  await setReads(ALLOWANCE);
  await control("/quickbooks/company", { readsLeft: 1 });
  await forgetCalls();
  expect(await sync()).toMatchObject({ state: "failed", message: expect.stringMatching(WORDS) });
  // The read that was left, and the first that was refused.
  expect(await callsToQuickBooks()).toBe(2);

  await control("/quickbooks/company", { readsLeft: null });
  await adminDb().monthlyReads.deleteMany();
  expect(await sync()).toMatchObject({ state: "succeeded" });
});

test("a posting says until when it waits, and goes on at Retry once QuickBooks allows more", async () => {
  const { currency: _, timezone: __, ...settings } = await ok("GET", "/settings/company/", token);
  await ok("PUT", "/settings/company/", token, { ...settings, auto_post: false });
  await createSale(emulators, 5_000, "Ann Baker");
  await syncBoth();
  const { id: deposit_id, status } = await theDeposit();
  if (status === "suggested") await ok("POST", "/qb/confirm-match/", token, { deposit_id });
  await settled(token);
  await setReads(ALLOWANCE);
  await control("/quickbooks/company", { readsLeft: 0 });
  const { revision } = await ok("GET", "/qb/posting-review/", token);
  await ok("POST", "/qb/post-ready/", token, { revision });
  await eventually(async () =>
    expect(await theDeposit()).toMatchObject({
      ...{ status: "matched", posting: { state: "queued", message: expect.stringMatching(WORDS) } },
    }),
  );
  await eventually(async () => {
    const { nextAttemptAt } = await adminDb().posting.findFirstOrThrow({
      where: { depositId: deposit_id },
    });
    expect(nextAttemptAt?.getUTCDate()).toBe(1);
    expect(nextAttemptAt?.getTime()).toBeGreaterThan(Date.now());
  });
  // Nothing asks before that.
  await forgetCalls();
  await ok("POST", "/qb/retry-posting/", token, { deposit_id });
  await eventually(async () => expect((await theDeposit()).posting.message).toMatch(WORDS));
  expect(await callsToQuickBooks()).toBe(0);

  await control("/quickbooks/company", { readsLeft: null });
  await adminDb().monthlyReads.deleteMany();
  await ok("POST", "/qb/retry-posting/", token, { deposit_id });
  await settled(token);
  expect(await theDeposit()).toMatchObject({ status: "posted" });
});

test("a 429 long before that is no reason to stop", async () => {
  const app = emulators.credentials.quickbooksClientId;
  await sharedReadMeter.take(app);
  expect(await sharedReadMeter.refused(app)).toBeNull();
  expect((await sharedReadMeter.take(app)).stopped).toBeNull();
  await setReads(ALLOWANCE);
  expect((await sharedReadMeter.take(app)).stopped).toBeNull();
  const stopped = await sharedReadMeter.refused(app);
  expect(stopped?.until.getTime()).toBeGreaterThan(Date.now());
  expect((await sharedReadMeter.take(app)).stopped).toEqual(stopped);
});

describe("the screens are told", () => {
  const told = async () => (await ok("GET", "/user/integrations/", token)).monthly_reads;
  const renews_on = expect.stringMatching(/^\d{4}-\d{2}-01$/);

  test("from 80 % on, and once nothing is read any more", async () => {
    const app = emulators.credentials.quickbooksClientId;
    await syncBoth();
    expect(await told()).toBeUndefined();
    await setReads(ALLOWANCE * 0.8 - 1);
    expect(await told()).toBeUndefined();
    await setReads(ALLOWANCE * 0.8);
    expect(await told()).toEqual({ used_percent: 80, is_used_up: false, renews_on });
    await setReads(ALLOWANCE * 0.97);
    expect(await told()).toEqual({ used_percent: 97, is_used_up: false, renews_on });
    expect(await sharedReadMeter.refused(app)).not.toBeNull();
    expect(await told()).toEqual({ used_percent: 97, is_used_up: true, renews_on });
    await setReads(ALLOWANCE + 7);
    expect(await told()).toEqual({ used_percent: 100, is_used_up: true, renews_on });
  });

  test("but not of an app that isn't this installation's, nor of last month", async () => {
    await setReads(ALLOWANCE);
    await adminDb().$executeRaw`UPDATE monthly_reads SET month = month - interval '1 month'`;
    expect(await told()).toBeUndefined();
    await adminDb()
      .$executeRaw`UPDATE monthly_reads SET month = month + interval '1 month', app = 'another'`;
    expect(await told()).toBeUndefined();
  });

  test("not where no QuickBooks is connected", async () => {
    await syncBoth();
    await setReads(ALLOWANCE);
    const stranger = await signUp();
    expect(await ok("GET", "/user/integrations/", stranger.token)).toEqual({ integrations: [] });
  });
});
