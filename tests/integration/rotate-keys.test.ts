import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeEach, expect, test } from "vitest";
import { mintCompanyId } from "@/server/auth/company-id";
import { totpPurpose } from "@/server/auth/two-factor/totp";
import { keyIdOf } from "@/server/crypto/cipher";
import { reloadKeys } from "@/server/crypto/keyring";
import { seal, unseal } from "@/server/crypto/seal";
import { closeDb } from "@/server/db";
import { credentialStore, sealPurpose } from "@/server/integrations/credential-store";
import { openMail, queueMail } from "@/server/mail/queued-mail";
import { everything } from "../setup/everything";

const COMPANIES = 450;
const { APP_SECRET = "" } = process.env;
let command: ChildProcess | undefined;

afterAll(async () => {
  command?.kill("SIGKILL");
  await closeDb();
});

beforeEach(async () => {
  await everything().$executeRaw`TRUNCATE companies, users, mails, sealing_keys CASCADE`;
  reloadKeys();
});

async function plant(count: number): Promise<void> {
  await everything().company.createMany({
    data: Array.from({ length: count }, (_, index) => ({ name: `Company ${index}` })),
  });
  const companies = await everything().company.findMany();
  const rows = companies.map(async ({ id: companyId, name }) => {
    const owner = { companyId, provider: "stripe" as const, externalAccountId: name };
    return { ...owner, credentials: await seal({ key: name }, sealPurpose(owner)) };
  });
  await everything().integration.createMany({ data: await Promise.all(rows) });
  const user = await everything().user.create({
    data: { username: "u", usernameKey: "u", email: "u@e.x", emailKey: "u@e.x" },
  });
  const totpSecret = await seal("totp", totpPurpose(user.id));
  await everything().user.update({ where: { id: user.id }, data: { totpSecret } });
  await everything().$transaction((tx) =>
    queueMail(tx, { to: null, subject: "s", text: "t" }, { lifetimeSeconds: 600 }),
  );
}

/** Every sealed value opens, through the product's own readers. */
async function expectAllOpen(): Promise<void> {
  for (const row of await everything().integration.findMany()) {
    const store = credentialStore({ companyId: mintCompanyId(row.companyId) } as never, row);
    expect(await store.current()).toEqual({ key: row.externalAccountId });
  }
  for (const { id, totpSecret } of await everything().user.findMany()) {
    expect(await unseal(totpSecret ?? new Uint8Array(), totpPurpose(id))).toBe("totp");
  }
  for (const mail of await everything().mail.findMany()) {
    expect(await openMail(mail)).toMatchObject({ subject: "s" });
  }
}

async function keysInUse(): Promise<Map<string, number>> {
  const rows = await everything().$queryRaw<{ key: string; n: number }[]>`
    SELECT encode(substring(sealed FROM 2 FOR 8), 'hex') AS key, count(*)::int AS n FROM (
      SELECT credentials AS sealed FROM integrations
      UNION ALL SELECT totp_secret FROM users UNION ALL SELECT sealed FROM mails) s
    WHERE sealed IS NOT NULL GROUP BY 1`;
  return new Map(rows.map(({ key, n }) => [key, n]));
}

/** Runs the command as a process of its own; `onLine` may end it before its time. */
async function rotate(
  options: { args?: string[]; env?: Record<string, string>; onLine?: (line: string) => void } = {},
): Promise<{ code: number | null; lines: string[] }> {
  const args = ["--import", "tsx", "server/key-rotation/main.ts", ...(options.args ?? [])];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...options.env } });
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

test("a rotation that is killed in the middle leaves everything readable, and is gone on with", async () => {
  await plant(COMPANIES);
  const [before] = [...(await keysInUse()).keys()];
  await rotate({
    onLine: (line) => line.startsWith("provider credentials") && command?.kill("SIGKILL"),
  });
  const halfway = await keysInUse();
  expect(halfway.size).toBe(2);
  expect(halfway.get(before ?? "")).toBeGreaterThan(0);
  await expectAllOpen();

  const again = await rotate();
  expect(again).toMatchObject({ code: 0 });
  expect(again.lines[0]).toMatch(/^Going on/);
  const after = await keysInUse();
  expect([...after.values()]).toEqual([COMPANIES + 2]);
  expect(after.has(before ?? "")).toBe(false);
  expect(await everything().sealingKey.count()).toBe(1);
  await expectAllOpen();
});

test("the product goes on while keys are changed under it", async () => {
  await plant(COMPANIES);
  const [row] = await everything().integration.findMany({ take: 1 });
  if (!row) throw new Error("nothing was planted");
  const store = credentialStore({ companyId: mintCompanyId(row.companyId) } as never, row);
  let running = true;
  const rotation = rotate().finally(() => {
    running = false;
  });
  // Renews, as a token does, all the time; each reads what the one before wrote.
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

test("older keys go once nothing can use them any more", async () => {
  await plant(3);
  await rotate();
  const second = await rotate();
  expect(second.lines.join("\n")).toContain("1 older key is kept");
  expect(await everything().sealingKey.count()).toBe(2);
  await everything().$executeRaw`UPDATE sealing_keys SET completed_at = now() - interval '1 hour'`;
  const finish = await rotate({ args: ["--finish"] });
  expect(finish.lines.join("\n")).toContain("1 older keys deleted");
  expect(await everything().sealingKey.count()).toBe(1);
  reloadKeys();
  await expectAllOpen();
});

test("a key that something still needs stays, however old", async () => {
  await plant(3);
  await rotate();
  reloadKeys();
  const late = await seal({ key: "late" }, "mail:late");
  await rotate();
  const [mail] = await everything().mail.findMany();
  await everything().mail.update({ where: { id: mail?.id ?? "" }, data: { sealed: late } });
  await everything().$executeRaw`UPDATE sealing_keys SET completed_at = now() - interval '1 hour'`;
  // It was moved there from another row, so it doesn't open: it is counted, and its key kept.
  const finish = await rotate({ args: ["--finish"] });
  expect(finish.code).toBe(1);
  expect(finish.lines.join("\n")).toContain("1 values were sealed with a key");
  expect(await everything().sealingKey.count()).toBe(2);
});

test("a new APP_SECRET takes over with the one before it at its side", async () => {
  await plant(3);
  await rotate();
  const secret = `${APP_SECRET}-of-another-year`;
  const alone = await rotate({ env: { APP_SECRET: secret } });
  expect(alone.code).toBe(1);
  expect(alone.lines.join("\n")).toContain("APP_SECRET_PREVIOUS");
  const both = await rotate({ env: { APP_SECRET: secret, APP_SECRET_PREVIOUS: APP_SECRET } });
  expect(both).toMatchObject({ code: 0 });
  // From now on the new one is enough.
  const later = await rotate({ env: { APP_SECRET: secret }, args: ["--finish"] });
  expect(later).toMatchObject({ code: 0 });
});

test("every column of bytes is either a hash or known to the rotation", async () => {
  const columns = await everything().$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'bytea'
      AND column_name NOT LIKE '%hash' AND (table_name, column_name) NOT IN (
        ('throttles', 'key'), ('known_addresses', 'key'), ('call_slots', 'key'),
        ('users', 'avatar'),
        ('sealing_keys', 'id'), ('sealing_keys', 'wrapped'))
    ORDER BY 1`;
  expect(columns.map(({ name }) => name)).toEqual([
    "integrations.credentials",
    "mails.sealed",
    "users.totp_secret",
  ]);
});

test("a value opens with its own purpose alone, and not once a bit is changed", async () => {
  const sealed = await seal({ key: "x" }, "row:1");
  expect(keyIdOf(sealed)).toBeDefined();
  await expect(unseal(sealed, "row:2")).rejects.toThrow();
  for (const index of [1, 12, 22, 40]) {
    const changed = sealed.slice();
    changed[index] = (changed[index] ?? 0) ^ 1;
    await expect(unseal(changed, "row:1"), `byte ${index}`).rejects.toThrow();
  }
});
