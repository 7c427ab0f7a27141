import { beforeAll, beforeEach, expect, test } from "vitest";
import type { HealthCheck } from "@/lib/contracts/installation-health";
import { getEnv } from "@/server/platform/env";
import { backupWarnings } from "@/server/platform/last-backup";
import { scrape } from "@/server/platform/metrics/scrape";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { startMailServer } from "../support/mail-server";
import { join, type Person, seedApiToken, seedCompany, seedPerson } from "../support/members";

const HOUR_MS = 3_600_000;
const SECRET = "not-to-be-seen-anywhere";

let company: string;
let owner: Person;
let token: string;

beforeAll(async () => {
  company = await seedCompany();
  owner = await seedPerson();
  await join(company, owner, "owner");
  token = await owner.signIn(company);
});
beforeEach(async () => {
  Object.assign(getEnv(), { SIGN_UP: "invitation", BACKUP_AT: "03:30" });
  await adminDb().installation.updateMany({
    data: { createdAt: new Date(), workerSeenAt: new Date() },
  });
});

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const health = async () => {
  const { checks } = await ok("GET", "/installation/health/", token);
  return Object.fromEntries(checks.map((check: HealthCheck) => [check.id, check])) as Record<
    HealthCheck["id"],
    HealthCheck
  >;
};
const backup = (hours: number, more: object = {}) =>
  adminDb().backupRun.create({
    data: {
      ...{ scheduled: true, file: "/backups/monday.backup", bytes: 4_200_000 },
      ...{ startedAt: ago(hours), finishedAt: ago(hours), testedAt: ago(hours), ...more },
    },
  });

test("only owners of a private installation see its health, and no program", async () => {
  const admin = await seedPerson();
  await join(company, admin, "admin");
  const asAdmin = await admin.signIn(company);
  const { token: program } = await seedApiToken(company, owner, "admin");
  for (const [method, path] of [
    ["GET", "/installation/health/"],
    ["POST", "/installation/test-mail/"],
  ] as const) {
    const status = async (as: string) => (await call(method, path, { token: as })).status;
    expect([await status(token), await status(asAdmin), await status(program)]).toEqual([
      200, 403, 403,
    ]);
    // Hosted for companies that don't know each other.
    Object.assign(getEnv(), { SIGN_UP: "open" });
    expect(await status(token)).toBe(404);
    Object.assign(getEnv(), { SIGN_UP: undefined });
    await adminDb().installation.updateMany({ data: { hadAccounts: true } });
    expect(await status(token)).toBe(404);
    await adminDb().installation.updateMany({ data: { hadAccounts: false } });
    expect(await status(token)).toBe(200);
    Object.assign(getEnv(), { SIGN_UP: "invitation" });
  }
});

test("each part is found out, and no secret is told", async () => {
  Object.assign(getEnv(), {
    STRIPE_WEBHOOK_SECRET: SECRET,
    QUICKBOOKS_CLIENT_ID: undefined,
    XERO_CLIENT_ID: undefined,
  });
  const found = await health();
  expect(Object.values(found).map(({ state }) => state)).not.toContain(undefined);
  expect(found.version).toMatchObject({ text: expect.stringContaining(process.versions.node) });
  expect(found.database.text).toMatch(/PostgreSQL \d+.*the schema is that of \d{14}_/);
  expect(found.jobs.state).toBe("ok");
  expect(found.keys).toMatchObject({ state: "ok", text: expect.stringContaining("0 of 0") });
  expect(found.clock.state).toBe("ok");
  expect(found.providers).toMatchObject({
    state: "attention",
    text: expect.stringMatching(/^Set: Stripe webhooks\. Not set: QuickBooks keys.*Xero keys/),
  });
  expect(JSON.stringify(found)).not.toContain(SECRET);

  await adminDb().installation.updateMany({ data: { workerSeenAt: ago(3) } });
  expect((await health()).jobs).toMatchObject({
    state: "attention",
    text: expect.stringMatching(/180 minutes/),
  });
});

test("the last backup and its test are told, and are late after 26 and 36 hours", async () => {
  const late = async () => [
    ...(await backupWarnings()).map((text) => text.split(" ").slice(0, 3).join(" ")),
  ];
  // The first night is still to come.
  expect(await late()).toEqual([]);
  await adminDb().installation.updateMany({ data: { createdAt: ago(27) } });
  expect(await late()).toEqual(["There is no"]);
  expect((await health()).backup).toMatchObject({
    state: "attention",
    text: expect.stringMatching(/no backup yet/),
  });

  await backup(5);
  expect(await late()).toEqual([]);
  const { backup: made, backup_test: tested } = await health();
  expect(made).toMatchObject({ state: "ok" });
  expect(made.text).toBe(
    "The last backup was made 5 hours ago (4.2 MB, /backups/monday.backup). One is made every day at 03:30, and 7 are kept.",
  );
  expect(tested).toMatchObject({
    state: "ok",
    text: expect.stringMatching(/5 hours ago, with all its rows/),
  });
  Object.assign(getEnv(), { METRICS_TOKEN: "a-token-for-the-metrics" });
  const { text } = await scrape("Bearer a-token-for-the-metrics");
  const seconds = Number(/^deposit_matcher_last_backup_seconds (\S+)$/m.exec(text)?.[1]);
  expect(Math.abs(seconds - 5 * 3600)).toBeLessThan(120);
  expect(text).toMatch(/^deposit_matcher_last_backup_test_seconds 1[78]\d{3}\./m);

  // A damaged one is none; one that wasn't tested is a backup.
  await backup(1, { testError: "deposits 3 of 4" });
  const damaged = await health();
  expect(damaged.backup).toMatchObject({ text: expect.stringMatching(/5 hours ago/) });
  expect(damaged.backup_test).toMatchObject({
    state: "attention",
    text: expect.stringMatching(/deposits 3 of 4/),
  });
  expect(await late()).toEqual(["A backup was"]);
  await adminDb().backupRun.deleteMany();
  await backup(30, { testedAt: ago(40) });
  expect(await late()).toEqual(["The last backup", "A backup was"]);
  Object.assign(getEnv(), { BACKUP_AT: "off" });
  expect(await late()).toEqual([]);
  expect((await health()).backup).toMatchObject({
    state: "attention",
    text: expect.stringMatching(/The schedule is off/),
  });
});

test("a test mail says what became of it, and the page remembers", async () => {
  const send = () => ok("POST", "/installation/test-mail/", token);
  expect(await send()).toMatchObject({
    sent: false,
    message: expect.stringMatching(/SMTP_URL isn't set/),
  });
  expect((await health()).mail).toMatchObject({
    state: "attention",
    text: expect.stringMatching(/No mail server/),
  });
  Object.assign(getEnv(), { SMTP_URL: "smtp://127.0.0.1:1" });
  expect(await send()).toMatchObject({
    sent: false,
    message: expect.stringMatching(/No connection to .*ECONNREFUSED/),
  });
  expect((await health()).mail).toMatchObject({
    state: "attention",
    text: expect.stringMatching(/ECONNREFUSED/),
  });
  const server = await startMailServer();
  try {
    Object.assign(getEnv(), { SMTP_URL: server.url });
    expect(await send()).toMatchObject({ sent: true });
    const { email } = await adminDb().user.findUniqueOrThrow({ where: { id: owner.userId } });
    const [mail] = await server.waitFor(email);
    expect(mail?.raw).toContain("Subject: Test mail from Deposit Matcher");
    expect((await health()).mail).toMatchObject({ state: "ok" });
    server.refuse(451);
    expect(await send()).toMatchObject({ sent: false });
    const { text } = (await health()).mail;
    expect(text).toMatch(/The newest failed just now: .*451/);
    expect(text).not.toContain(email);
  } finally {
    await server.close();
  }
});
