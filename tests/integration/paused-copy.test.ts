import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { forgetPause, PAUSED } from "@/server/platform/installation";
import { sweep, sweepDaily } from "@/server/worker/sweep";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { eventually } from "../support/eventually";
import { type MailServer, startMailServer } from "../support/mail-server";
import { type Running, settled, startWorkers } from "../support/worker";

let emulators: Emulators;
let workers: Running;
let mails: MailServer;
let token: string;
let username: string;

beforeAll(async () => {
  mails = await startMailServer();
  emulators = await startEmulators({ seed: 3, today: "2026-11-02", company: "small" });
  Object.assign(process.env, emulators.env, { SMTP_URL: mails.url });
  workers = await startWorkers();
  ({ token, username } = await connectedCompany(emulators));
  await settled(token);
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
  await mails.close();
});

/** As a restore does it, for a private installation or one of many companies. */
async function pause(hadAccounts: boolean): Promise<void> {
  await adminDb().installation.updateMany({ data: { pausedAt: new Date(), hadAccounts } });
  forgetPause();
}

async function callsToProviders(): Promise<unknown[]> {
  const log = await fetch(`${emulators.control.url}/requests`);
  return (await log.json()).requests;
}

const refusal = { status: 409, body: { code: "paused", message: PAUSED } };

test("a restored copy asks no provider and mails nobody, until an owner resumes it", async () => {
  await pause(false);
  await fetch(`${emulators.control.url}/requests`, { method: "DELETE" });
  const email = `${username}@example.com`;

  for (const path of ["/stripe/save-payouts/", "/qb/sync-payments/"]) {
    expect(await call("POST", path, { token })).toMatchObject(refusal);
  }
  expect(await call("GET", "/qb/connect/", { token })).toMatchObject(refusal);
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  const of = (status: string) =>
    deposits.find((each: { status: string }) => each.status === status);
  const posted = { deposit_id: of("posted").id };
  expect(await call("POST", "/qb/undo/", { token, body: posted })).toMatchObject(refusal);
  expect(await call("POST", "/qb/post-deposit/", { token, body: posted })).toMatchObject(refusal);
  await ok("POST", "/user/send-otp/api/", undefined, { email });
  const integrations = await adminDb().integration.findMany();
  for (const { companyId, id: integrationId } of integrations) {
    await adminDb().syncRequest.create({ data: { companyId, integrationId, dueAt: new Date() } });
  }
  await adminDb().integration.updateMany({
    data: { lastDailySyncDate: null, idleEndsAt: null, lastSyncedAt: new Date(0) },
  });

  // Reading and matching go on, with what is known.
  const pending = { deposit_id: of("pending").id };
  const { result } = await ok("POST", "/qb/auto-match/", token, pending);
  expect(result).toContain(PAUSED);
  const { run } = await ok("POST", "/qb/auto-match-runs/", token, {
    deposit_ids: [pending.deposit_id],
  });
  await eventually(async () => {
    const latest = await ok("GET", "/qb/auto-match-runs/", token);
    expect(latest.run).toMatchObject({ id: run.id, state: "succeeded" });
  });
  await sweep();
  await sweepDaily();
  expect((await ok("GET", "/qb/deposit-status/", token)).deposits).toHaveLength(deposits.length);
  expect(await callsToProviders()).toEqual([]);
  expect(mails.received).toEqual([]);

  await ok("POST", "/installation/resume/", token);
  expect(await call("POST", "/installation/resume/", { token })).toMatchObject({
    status: 409,
    body: { code: "already_done" },
  });
  await mails.waitFor(email);
  await eventually(async () => expect(await adminDb().syncRequest.count()).toBe(0));
  await settled(token);
  expect((await callsToProviders()).length).toBeGreaterThan(0);
});

test("where strangers have companies, an owner doesn't decide for all", async () => {
  await pause(true);
  expect(await call("POST", "/installation/resume/", { token })).toMatchObject({ status: 403 });
  expect(await adminDb().installation.findFirst()).not.toMatchObject({ pausedAt: null });
});
