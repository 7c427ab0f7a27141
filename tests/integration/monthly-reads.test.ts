import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSale } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
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

process.env.QUICKBOOKS_MONTHLY_READS = "500000";

eachInACompanyOfItsOwn();

/** By the default. */
const ALLOWANCE = 500_000;
const OWN =
  /^Your company has used its part of QuickBooks' monthly reads for now\. Imports and postings continue at \d{4}-\d\d-\d\d, \d\d:00 UTC\. Nothing is lost\.$/;
const WORDS =
  /^QuickBooks' monthly allowance of reads is used up\. It begins anew on \d{4}-\d\d-01; until then we try once an hour\.$/;

async function callsToQuickBooks(method?: string): Promise<number> {
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  return requests.filter(
    (sent: { method: string; path: string }) =>
      sent.path.startsWith("/v3/company/") && (!method || sent.method === method),
  ).length;
}

const forgetCalls = () => fetch(`${emulators.control.url}/requests`, { method: "DELETE" });
const setReads = (reads: number) => adminDb().monthlyReads.updateMany({ data: { reads } });

/** Nearly all reads are used, and QuickBooks has refused every one for some minutes. */
const setRefused = () =>
  adminDb().$executeRaw`UPDATE monthly_reads SET reads = ${ALLOWANCE}, refusals = 5,
    refused_since = now() - interval '10 minutes', tried_at = now() - interval '2 minutes'`;
/** As if so much time had passed since the last read was tried. */
const pass = (minutes: number) =>
  adminDb()
    .$executeRaw`UPDATE monthly_reads SET tried_at = tried_at - ${minutes} * interval '1 minute'`;

async function sync(): Promise<{ state: string; message: string }> {
  await ok("POST", "/qb/sync-payments/?wait=0", token);
  await settled(token);
  const { runs } = await ok("GET", "/sync-runs/", token);
  return runs.find(({ integration_type: type }: Record<string, string>) => type === "quickbook");
}

// Another company on the same books begins with what is left.
beforeEach(async () => {
  await adminDb().monthlyReads.deleteMany();
  await adminDb().companyReads.deleteMany();
});
afterEach(async () => {
  await control("/quickbooks/company", { readsLeft: null });
  await adminDb().monthlyReads.deleteMany();
  await adminDb().companyReads.deleteMany();
});

test("reads are counted, writes are not", async () => {
  await createSale(emulators, 5_000, "Ann Baker");
  await forgetCalls();
  await syncBoth();
  const [counted, ...others] = await adminDb().monthlyReads.findMany();
  expect(others).toEqual([]);
  expect(counted?.reads).toBe(await callsToQuickBooks("GET"));
  const { companyId } = await adminDb().integration.findFirstOrThrow({
    where: { provider: "quickbooks", status: "connected" },
  });
  expect(await adminDb().companyReads.findFirst({ where: { company: companyId } })).toMatchObject({
    ...{ reads: counted?.reads, readsToday: counted?.reads, refused: 0 },
  });
});

test("once they are used up one read an hour is tried, the sync says so, and an answer ends it", async () => {
  await sync();
  await setRefused();
  await control("/quickbooks/company", { readsLeft: 0 });
  expect(await sync()).toMatchObject({
    state: "failed",
    message: expect.stringMatching(WORDS),
  });
  await forgetCalls();
  expect((await sync()).message).toMatch(WORDS);
  expect(await callsToQuickBooks()).toBe(0);

  await pass(60);
  expect((await sync()).message).toMatch(WORDS);
  expect(await callsToQuickBooks()).toBe(1);

  await control("/quickbooks/company", { readsLeft: null });
  expect((await sync()).message).toMatch(WORDS);
  await pass(60);
  expect(await sync()).toMatchObject({ state: "succeeded" });
  // The next month has a row of its own.
  await setRefused();
  await adminDb()
    .$executeRaw`UPDATE monthly_reads SET month = month - interval '1 month', refused_at = now()`;
  expect(await sync()).toMatchObject({ state: "succeeded" });
});

test("a sync in the middle of which the company's part is used up says until when, and a later one ends", async () => {
  await sync();
  await adminDb().companyReads.updateMany({ data: { level: 2 } });
  await forgetCalls();
  expect(await sync()).toMatchObject({ state: "failed", message: expect.stringMatching(OWN) });
  expect(await callsToQuickBooks()).toBe(2);
  const answer = await call("POST", "/qb/sync-payments/", { token });
  expect([answer.status, answer.body.message]).toEqual([502, expect.stringMatching(OWN)]);
  expect(await callsToQuickBooks()).toBe(2);

  await adminDb().companyReads.updateMany({ data: { level: 100, waitsUntil: null } });
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
  await setRefused();
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

describe("the screens are told", () => {
  const told = async () => (await ok("GET", "/user/integrations/", token)).monthly_reads;
  const renews_on = expect.stringMatching(/^\d{4}-\d{2}-01$/);

  test("from 80 % on, and once nothing is read any more", async () => {
    await syncBoth();
    expect(await told()).toBeUndefined();
    await setReads(ALLOWANCE * 0.8 - 1);
    expect(await told()).toBeUndefined();
    await setReads(ALLOWANCE * 0.8);
    expect(await told()).toEqual({ used_percent: 80, is_used_up: false, renews_on });
    await setReads(ALLOWANCE * 0.97);
    expect(await told()).toEqual({ used_percent: 97, is_used_up: false, renews_on });
    await adminDb().$executeRaw`UPDATE monthly_reads SET refused_since = now(), refused_at = now()`;
    expect(await told()).toEqual({ used_percent: 97, is_used_up: true, renews_on });
    await setReads(ALLOWANCE + 7);
    expect(await told()).toEqual({ used_percent: 100, is_used_up: true, renews_on });
  });

  test("of the company's own part, while it is used up", async () => {
    await syncBoth();
    const until = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3_600_000);
    await adminDb().companyReads.updateMany({ data: { listsUntil: until } });
    const own = { used_percent: 0, is_used_up: false, renews_on };
    expect(await told()).toEqual({
      ...{ ...own, own_part: { waiting: "lists", until: until.toISOString() } },
    });
    await adminDb().companyReads.updateMany({ data: { waitsUntil: until } });
    expect(await told()).toMatchObject({ own_part: { waiting: "everything" } });
    const past = new Date(Date.now() - 1);
    await adminDb().companyReads.updateMany({ data: { listsUntil: past, waitsUntil: past } });
    expect(await told()).toBeUndefined();
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
