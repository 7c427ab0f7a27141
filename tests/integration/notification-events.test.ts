import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { openMail } from "@/server/mail/queued-mail";
import { writeDueMails } from "@/server/notifications/write-due-mails";
import { systemContext } from "@/server/platform/company-id";
import { createSale, injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectedCompany, connectQuickBooks, signUp, type TestCompany } from "../support/company";
import { eventually } from "../support/eventually";
import { type MailServer, startMailServer } from "../support/mail-server";
import { letMailsBeDue } from "../support/notified";
import { type Running, settled, startWorkers } from "../support/worker";
import { inWorld } from "../support/world";

let emulators: Emulators;
let workers: Running;
let mailServer: MailServer;

beforeAll(async () => {
  mailServer = await startMailServer();
  emulators = await startEmulators({ seed: 5, today: "2026-11-02", company: "small" });
  // A sync that fails for no provider's reason says why.
  Object.assign(process.env, emulators.env, { SMTP_URL: mailServer.url, LOG_LEVEL: "error" });
  workers = await startWorkers();
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
  await mailServer.close();
});

interface Notification {
  kind: string;
  title: string;
  body: string;
  link: string;
}

async function notificationsOf(token: string, kind?: string): Promise<Notification[]> {
  const { notifications } = await ok("GET", "/notifications/?page_size=100", token);
  return notifications.filter((each: Notification) => kind === undefined || each.kind === kind);
}

async function companyOf({ username }: TestCompany): Promise<string> {
  const member = await adminDb().membership.findFirstOrThrow({
    where: { user: { usernameKey: username } },
  });
  return member.companyId;
}

const statuses = async (token: string): Promise<string[]> => {
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  return deposits.map(({ status }: { status: string }) => status);
};

// Runs first, while nothing is posted: the companies share the same books.
test("many deposits waiting for the same reason are one notification", async () => {
  const { token } = await signUp();
  await ok("POST", "/stripe/connect/", token, {
    secret_key: emulators.credentials.stripeSecretKey,
  });
  await connectQuickBooks(token);
  await settled(token);
  const waiting = (await statuses(token)).filter((status) => status === "matched").length;
  expect(waiting).toBeGreaterThan(5);
  const issues = await notificationsOf(token, "issue");
  expect(issues.map(({ title, body }) => [title, body])).toEqual([
    [`${waiting} payouts can't be posted yet`, "Choose a bank account in QuickBooks Settings."],
  ]);
  expect(issues[0]?.link).toBe("/transactions?status=matched");
});

test("a sync creates one notification each for matches and suggestions, and one mail", async () => {
  const company = await connectedCompany(emulators);
  const { token, username } = company;
  await settled(token);
  const companyId = await companyOf(company);
  const [matches, suggestions] = [
    await notificationsOf(token, "match"),
    await notificationsOf(token, "suggestion"),
  ];
  const numberIn = ({ title }: Notification) => Number(title.split(" ")[0]);
  // Connecting QuickBooks starts a second sync, so one or two runs matched something.
  expect(matches.length).toBeLessThanOrEqual(2);
  const counted = matches.reduce((sum, each) => sum + numberIn(each), 0);
  const decided = { companyId, action: "deposit.matched" };
  expect(counted).toBe(await adminDb().auditEvent.count({ where: decided }));
  expect(counted).toBeGreaterThan(5);
  expect(matches[0]?.body).toMatch(/^([\d,]+\.\d\d EUR, )?[\d,]+\.\d\d USD in total\.$/);
  for (const { title } of suggestions) {
    expect(title).toMatch(/^(1 suggested match|\d+ suggested matches) to review$/);
  }
  const suggested = (await statuses(token)).filter((status) => status === "suggested").length;
  expect(suggestions.reduce((sum, each) => sum + numberIn(each), 0)).toBe(suggested);

  // A run without new results creates none.
  const before = await notificationsOf(token);
  await ok("POST", "/qb/auto-match-all/", token);
  await ok("POST", "/stripe/save-payouts/", token);
  await settled(token);
  expect(await notificationsOf(token)).toEqual(before);

  await letMailsBeDue(companyId);
  const [mail] = await mailServer.waitFor(`${username}@example.com`);
  expect(mail?.raw).toMatch(/matched|to review|posted/);
  await writeDueMails(systemContext(companyId));
  await eventually(async () => {
    const queued = await Promise.all((await adminDb().mail.findMany()).map(openMail));
    expect(queued.filter(({ to }) => to === `${username}@example.com`)).toEqual([]);
  });
  expect(
    mailServer.received.filter(({ to }) => to.includes(`${username}@example.com`)),
  ).toHaveLength(1);

  // One more sale is one more deposit: singular, and linked.
  await createSale(emulators, 43_217, "Notified Customer");
  await ok("POST", "/stripe/save-payouts/", token);
  await settled(token);
  await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
  const [newest] = await notificationsOf(token);
  expect(newest?.title, newest?.body).toMatch(/^1 (deposit matched|suggested match to review)$/);
  expect(newest?.link).toMatch(/^\/transaction\/\d+$/);
});

test("an ended connection is notified once, and each failed sync once", async () => {
  const { token } = await signUp();
  const body = { secret_key: emulators.credentials.stripeSecretKey };
  await ok("POST", "/stripe/connect/", token, body);
  await settled(token);
  const fail = (status: number) =>
    injectFault(emulators, {
      provider: "stripe",
      match: { path: "/v1/payouts" },
      kind: "status",
      status,
      // After a first 403 the sync tries without the bank accounts, which a key may not see.
      times: status === 403 ? 2 : 1,
    });
  await fail(403);
  await fail(403);
  for (const _ of [1, 2]) {
    expect((await call("POST", "/stripe/save-payouts/", { token })).status).toBe(502);
  }
  const failures = await notificationsOf(token, "issue");
  expect(failures.map(({ title }) => title)).toEqual(["Stripe sync failed, 2 times"]);

  await fail(401);
  expect((await call("POST", "/stripe/save-payouts/", { token })).status).toBe(502);
  const [expired, ...others] = await notificationsOf(token, "issue");
  expect(expired).toMatchObject({
    title: "Reconnect Stripe",
    link: "/integrations",
  });
  expect(others).toEqual(failures);
});

test("a bulk Auto Match creates one notification", async () => {
  const { token, companyId } = await inWorld("posted", emulators);
  await adminDb().companySettings.updateMany({
    where: { companyId },
    data: { autoMatch: false },
  });
  const before = (await notificationsOf(token, "match")).length;
  await createSale(emulators, 51_913, "Bulk Customer");
  await ok("POST", "/stripe/save-payouts/", token);
  await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
  expect((await notificationsOf(token, "match")).length).toBe(before);
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  const open = deposits.filter(({ status }: { status: string }) => /pending|sugg/.test(status));
  const deposit_ids = open.map(({ id }: { id: number }) => id);
  const { run } = await ok("POST", "/qb/auto-match-runs/", token, { deposit_ids });
  const latest = async () => (await ok("GET", "/qb/auto-match-runs/", token)).run;
  await expect.poll(async () => (await latest()).state).toBe("succeeded");
  const { matched } = await latest();
  const matches = await notificationsOf(token, "match");
  expect(matches.length - before).toBe(matched > 0 ? 1 : 0);
  expect(matched).toBeGreaterThan(0);
  expect(matches[0]?.title).toBe(
    matched === 1 ? "1 deposit matched" : `${matched} deposits matched`,
  );
  const key = `match-run:${run.id}`;
  expect(await adminDb().notificationEvent.count({ where: { companyId, key } })).toBe(1);
});
