import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeEach, expect, test } from "vitest";
import { totpPurpose } from "@/server/accounts/two-factor/totp";
import { credentialStore, sealPurpose } from "@/server/connections/credentials";
import { openMail, queueMail } from "@/server/mail/queued-mail";
import { mintCompanyId } from "@/server/platform/company-id";
import {
  encrypt,
  keyIdOf,
  randomKey,
  rootKey,
  WRAP_PURPOSE,
} from "@/server/platform/crypto/cipher";
import { reloadKeys, seal, unseal } from "@/server/platform/crypto/keyring";
import { closeDb } from "@/server/platform/db";
import { makeSecret, openSecrets } from "@/server/webhooks/signing";
import { runCommand } from "@/server/worker/key-rotation/run-command";
import { adminDb } from "../support/admin-db";
import { bundledProgram } from "../support/bundled-program";

const COMPANIES = 450;
const { APP_SECRET = "" } = process.env;
let command: ChildProcess | undefined;

afterAll(async () => {
  command?.kill("SIGKILL");
  await closeDb();
});

beforeEach(async () => {
  await adminDb().$executeRaw`TRUNCATE companies, users, mails, sealing_keys CASCADE`;
  reloadKeys();
});

async function seed(count: number): Promise<void> {
  await adminDb().company.createMany({
    data: Array.from({ length: count }, (_, index) => ({ name: `Company ${index}` })),
  });
  const companies = await adminDb().company.findMany();
  const rows = [];
  // In sequence: the first call loads the keys for the others.
  for (const { id: companyId, name } of companies) {
    const owner = { companyId, provider: "stripe" as const, externalAccountId: name };
    rows.push({ ...owner, credentials: await seal({ key: name }, sealPurpose(owner)) });
  }
  await adminDb().integration.createMany({ data: rows });
  const user = await adminDb().user.create({
    data: { username: "u", usernameKey: "u", email: "u@e.x", emailKey: "u@e.x" },
  });
  const totpSecret = await seal("totp", totpPurpose(user.id));
  await adminDb().user.update({ where: { id: user.id }, data: { totpSecret } });
  const [{ id: companyId } = { id: "" }] = companies;
  const endpointId = randomUUID();
  const { sealedSecret } = await makeSecret(endpointId);
  await adminDb().webhookEndpoint.create({
    data: { companyId, id: endpointId, url: "u", sealedSecret, createdBy: user.id },
  });
  await adminDb().$transaction((tx) =>
    queueMail(tx, { to: null, subject: "s", text: "t" }, { lifetimeSeconds: 600 }),
  );
}

/** Opens every sealed value, through the product's own readers. */
async function expectAllOpen(): Promise<void> {
  for (const row of await adminDb().integration.findMany()) {
    const store = credentialStore(
      { companyId: mintCompanyId(row.companyId) } as never,
      row,
      "bookkeeping",
    );
    expect(await store.current()).toEqual({ key: row.externalAccountId });
  }
  for (const { id, totpSecret } of await adminDb().user.findMany()) {
    expect(await unseal(totpSecret ?? new Uint8Array(), totpPurpose(id))).toBe("totp");
  }
  for (const endpoint of await adminDb().webhookEndpoint.findMany()) {
    expect((await openSecrets(endpoint)).current).toMatch(/^whsec_/);
  }
  for (const mail of await adminDb().mail.findMany()) {
    expect(await openMail(mail)).toMatchObject({ subject: "s" });
  }
}

async function keysInUse(): Promise<Map<string, number>> {
  const rows = await adminDb().$queryRaw<{ key: string; n: number }[]>`
    SELECT encode(substring(sealed FROM 2 FOR 8), 'hex') AS key, count(*)::int AS n FROM (
      SELECT credentials AS sealed FROM integrations
      UNION ALL SELECT totp_secret FROM users UNION ALL SELECT sealed FROM mails
      UNION ALL SELECT sealed_secret FROM webhook_endpoints) s
    WHERE sealed IS NOT NULL GROUP BY 1`;
  return new Map(rows.map(({ key, n }) => [key, n]));
}

interface Ended {
  code: number | null;
  lines: string[];
}

/** Runs the command as a separate process; `onLine` may stop it early. */
async function rotateBeside(
  options: { args?: string[]; env?: Record<string, string>; onLine?: (line: string) => void } = {},
): Promise<Ended> {
  const program = bundledProgram("server/worker/key-rotation/main.ts");
  const child = spawn(process.execPath, [program, ...(options.args ?? [])], {
    env: { ...process.env, ...options.env },
  });
  command = child;
  const lines: string[] = [];
  const note = (line: string) => {
    lines.push(line);
    options.onLine?.(line);
  };
  createInterface(child.stdout).on("line", note);
  createInterface(child.stderr).on("line", note);
  const [code] = await once(child, "close");
  return { code, lines };
}

/** Runs the command in this process: starting one takes more than a second of computing. */
async function rotate({ args = [], env = {} }: { args?: string[]; env?: object } = {}) {
  Object.assign(process.env, env);
  const lines: string[] = [];
  const note = (text: string) => lines.push(...text.split("\n"));
  const code = await runCommand(args, { log: note, error: note });
  Object.assign(process.env, { APP_SECRET, APP_SECRET_PREVIOUS: "" });
  reloadKeys();
  return { code, lines } satisfies Ended;
}

test("a killed rotation leaves everything readable, and can be continued; the product keeps running while keys change", async () => {
  await seed(COMPANIES);
  const [before] = [...(await keysInUse()).keys()];
  await rotateBeside({
    onLine: (line) => line.startsWith("provider credentials") && command?.kill("SIGKILL"),
  });
  const halfway = await keysInUse();
  expect(halfway.size).toBe(2);
  expect(halfway.get(before ?? "")).toBeGreaterThan(0);
  await expectAllOpen();

  const again = await rotateBeside();
  expect(again).toMatchObject({ code: 0 });
  expect(again.lines[0]).toMatch(/^Resuming/);
  const after = await keysInUse();
  expect([...after.values()]).toEqual([COMPANIES + 3]);
  expect(after.has(before ?? "")).toBe(false);
  expect(await adminDb().sealingKey.count()).toBe(1);
  await expectAllOpen();

  const row = await adminDb().integration.findFirstOrThrow();
  const store = credentialStore(
    { companyId: mintCompanyId(row.companyId) } as never,
    row,
    "bookkeeping",
  );
  let running = true;
  const rotation = rotateBeside().finally(() => {
    running = false;
  });
  // Renews continuously, as tokens do; each reads what the previous one wrote.
  let renewals = 0;
  while (running) {
    const latest = (await store.current()) as { renewals?: number };
    expect(latest.renewals ?? 0).toBe(renewals);
    renewals += 1;
    await store.renew(latest, async () => ({ key: row.externalAccountId, renewals }));
  }
  expect(await rotation).toMatchObject({ code: 0 });
  expect(await store.current()).toMatchObject({ renewals });
});

test("old keys are deleted once nothing uses them; a key in use stays, however old", async () => {
  await seed(3);
  await rotate();
  const late = await seal({ key: "late" }, "mail:late");
  const second = await rotate();
  expect(second.lines.join("\n")).toContain("1 old key kept");
  expect(await adminDb().sealingKey.count()).toBe(2);
  const mail = await adminDb().mail.findFirstOrThrow();
  const keep = (sealed: typeof late) =>
    adminDb().mail.update({ where: { id: mail.id }, data: { sealed } });
  await keep(late);
  await adminDb().$executeRaw`UPDATE sealing_keys SET completed_at = now() - interval '1 hour'`;
  // Moved there from another row, so it doesn't open: it is counted, and its key kept.
  const unopened = await rotate({ args: ["--finish"] });
  expect(unopened.code).toBe(1);
  expect(unopened.lines.join("\n")).toContain(
    "Couldn't decrypt 1 value: damaged, or encrypted with an unknown key",
  );
  expect(await adminDb().sealingKey.count()).toBe(2);
  await keep(mail.sealed);
  const finish = await rotate({ args: ["--finish"] });
  expect(finish.lines.join("\n")).toContain("1 old key deleted");
  expect(await adminDb().sealingKey.count()).toBe(1);
  await expectAllOpen();
});

test("a wrong APP_SECRET and mistyped arguments change nothing; a new one takes over with the previous one beside it", async () => {
  await seed(3);
  const before = await keysInUse();
  const wrong = await rotate({ env: { APP_SECRET: `${APP_SECRET}-with-a-typo` } });
  expect(wrong.code).toBe(1);
  expect(wrong.lines.join("\n")).toMatch(
    /^APP_SECRET opens nothing of what is sealed in the database \(5 values\)/,
  );
  for (const args of [["--bogus"], ["--finsh"], ["--finish", "now"], ["--forget", "x"]]) {
    const { code, lines } = await rotate({ args });
    expect([code, lines[0]]).toEqual([2, expect.stringMatching(/^Usage: npm run rotate-keys/)]);
  }
  expect(await adminDb().sealingKey.count()).toBe(0);
  expect(await keysInUse()).toEqual(before);
  await expectAllOpen();

  // As the version before left it: an unfinished key under the wrong secret, that seals nothing.
  const fresh = randomKey();
  const wrapped = encrypt(
    rootKey("a typo, which this process doesn't have"),
    fresh.key,
    WRAP_PURPOSE,
  );
  await adminDb().sealingKey.create({ data: { id: new Uint8Array(fresh.id), wrapped } });
  const right = await rotate();
  expect(right).toMatchObject({ code: 0 });
  expect(right.lines[0]).toBe("Created a new key.");
  expect([...(await keysInUse()).values()]).toEqual([6]);
  await expectAllOpen();

  const secret = `${APP_SECRET}-of-another-year`;
  const alone = await rotate({ env: { APP_SECRET: secret } });
  expect(alone.code).toBe(1);
  expect(alone.lines.join("\n")).toContain("APP_SECRET_PREVIOUS");
  const both = await rotate({ env: { APP_SECRET: secret, APP_SECRET_PREVIOUS: APP_SECRET } });
  expect(both).toMatchObject({ code: 0 });
  // From here the new one is sufficient.
  const later = await rotate({ env: { APP_SECRET: secret }, args: ["--finish"] });
  expect(later).toMatchObject({ code: 0 });
});

test("what a lost secret sealed is discarded once the user has typed how much it is", async () => {
  await seed(2);
  await adminDb().user.updateMany({ data: { totpConfirmedAt: new Date() } });
  const lost = { env: { APP_SECRET: `${APP_SECRET}-of-a-new-start` } };
  const asked = await rotateBeside({ ...lost, args: ["--forget"] });
  expect(asked.code).toBe(1);
  expect(asked.lines[0]).toMatch(
    /^5 sealed values can't be opened .* npm run rotate-keys -- --forget 5$/,
  );
  expect(await rotate({ ...lost, args: ["--forget", "3"] })).toMatchObject({ code: 1 });
  await expectAllOpen();
  expect(await rotate({ ...lost, args: ["--forget", "5"] })).toMatchObject({
    code: 0,
    lines: ["Discarded 5 sealed values."],
  });
  const ended = { status: "disconnected", credentials: null };
  expect(await adminDb().integration.findMany()).toMatchObject([ended, ended]);
  expect(await adminDb().auditEvent.count({ where: { action: "integration.disconnected" } })).toBe(
    2,
  );
  expect(await adminDb().user.findMany()).toMatchObject([{ totpConfirmedAt: expect.any(Date) }]);
  expect(await adminDb().mail.count()).toBe(0);
  expect(await adminDb().webhookEndpoint.findMany()).toMatchObject([
    { disabledBecause: "unreadable" },
  ]);
  // Two-factor stays on and the endpoint stays, with secrets that the new APP_SECRET opens and nobody else knows.
  const after = await rotate(lost);
  expect([after.code, after.lines.at(-1)]).toEqual([
    0,
    expect.stringMatching(/^Done: 2 values re-encrypted/),
  ]);
});

test("every column of bytes is either a hash or known to the rotation", async () => {
  const columns = await adminDb().$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'bytea'
      AND column_name NOT LIKE '%hash' AND (table_name, column_name) NOT IN (
        ('throttles', 'key'), ('known_addresses', 'key'), ('call_slots', 'key'), ('leases', 'key'),
        ('users', 'avatar'),
        ('sealing_keys', 'id'), ('sealing_keys', 'wrapped'))
    ORDER BY 1`;
  expect(columns.map(({ name }) => name)).toEqual([
    "integrations.credentials",
    "mails.sealed",
    "oauth_states.sealed_access",
    "users.totp_secret",
    "webhook_endpoints.sealed_secret",
  ]);
});

test("a value opens only with its own purpose, and not after a changed bit", async () => {
  const sealed = await seal({ key: "x" }, "row:1");
  expect(keyIdOf(sealed)).toBeDefined();
  await expect(unseal(sealed, "row:2")).rejects.toThrow();
  for (const index of [1, 12, 22, 40]) {
    const changed = sealed.slice();
    changed[index] = (changed[index] ?? 0) ^ 1;
    await expect(unseal(changed, "row:1"), `byte ${index}`).rejects.toThrow();
  }
});
