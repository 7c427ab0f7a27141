import pg from "pg";
import { afterEach, beforeAll, expect, inject, test } from "vitest";
import { GET as metrics } from "@/app/metrics/route";
import { version } from "@/package.json";
import { keepQueue } from "@/prisma/keep-queue";
import { encrypt, rootKey } from "@/server/platform/crypto/cipher";
import { seal } from "@/server/platform/crypto/keyring";
import { db } from "@/server/platform/db";
import { beginStopping } from "@/server/platform/health/stopping";
import { noteWorker } from "@/server/platform/queue/claims";
import { openQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../support/admin-db";
import { call } from "../support/client";
import { eventually } from "../support/eventually";
import { forget } from "../support/fresh-process";
import { onServer } from "../support/postgres-server";

const FUTURE = "29990101000000_future";
const fine = {
  ...{ database: "ok", migrations: "ok", queue: "ok", connections: "ok" },
  ...{ disk: "ok", secrets: "ok" },
};
const databaseName = () => new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);

const TOKEN = "metrics-token-of-the-operator";
const operator = { headers: { authorization: `Bearer ${TOKEN}` } };

const probe = (path = "", as = {}) => call("GET", `/health/${path}`, as);

const NAME = `${version}+abcdef012345`;

/** The machine that tests may have a full disk. */
const isOfThisMachine = (warning: string) => warning.startsWith("The disk of DATA_DIR");

/** Probes until the answer is as expected: each answer is cached for a second. Anybody gets the status alone. */
async function becomesReady(
  status: number,
  body: { status: string; checks: object },
  expected: readonly string[] = [],
) {
  await eventually(async () => {
    const answer = await probe("ready/", operator);
    const { warnings, version, ...rest } = answer.body;
    expect([answer.status, rest]).toEqual([status, body]);
    expect(warnings.filter((each: string) => !isOfThisMachine(each))).toEqual(expected);
    expect(version).toBe(NAME);
    const others = [probe("ready/"), probe("ready/", { headers: { authorization: "Bearer x" } })];
    for (const { status: seen, body: shown } of await Promise.all(others)) {
      expect([seen, shown]).toEqual([status, { status: body.status, version: NAME }]);
    }
  });
}

async function seedFutureMigration(): Promise<void> {
  await adminDb().$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('future', '', ${FUTURE}, now())`;
}

async function takeFutureMigrationAway(): Promise<void> {
  await adminDb().$executeRaw`DELETE FROM _prisma_migrations WHERE id = 'future'`;
}

/** As a migration does: the product's login may not create a schema. */
async function makeQueue(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.MIGRATE_DATABASE_URL });
  await client.connect();
  try {
    await keepQueue(client, { log: () => undefined, mayProduct: false });
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  process.env.METRICS_TOKEN = TOKEN;
  process.env.BUILD_COMMIT = "abcdef0123456789abcdef0123456789abcdef01";
  await seedFutureMigration();
  await adminDb().$executeRaw`DROP SCHEMA pgboss CASCADE`;
});
afterEach(async () => {
  await onServer(inject("serverUrl"), `ALTER DATABASE ${databaseName()} ALLOW_CONNECTIONS true`);
});

test("a process that starts on a newer database, without a queue, is alive but not ready", async () => {
  await becomesReady(503, {
    status: "unavailable",
    checks: { ...fine, migrations: "failed", queue: "failed" },
  });
  expect((await probe()).status).toBe(200);
  expect((await probe("live/")).body).toEqual({ status: "ok" });
  await makeQueue();
  await openQueue();
  await becomesReady(503, { status: "unavailable", checks: { ...fine, migrations: "failed" } });
  await takeFutureMigrationAway();
  await becomesReady(200, { status: "ok", checks: fine });
});

test("a database that becomes newer while it serves leaves it ready", async () => {
  await seedFutureMigration();
  const { migration_name: newest } = await newestOfOurs();
  await adminDb().$executeRaw`
    UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${newest}`;
  await becomesReady(503, { status: "unavailable", checks: { ...fine, migrations: "failed" } });
  await adminDb().$executeRaw`
    UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = ${newest}`;
  await becomesReady(200, { status: "ok", checks: fine });
  await takeFutureMigrationAway();
});

test("without its database it is alive but not ready, and ready when the database returns", async () => {
  const name = databaseName();
  await adminDb().$disconnect();
  await onServer(inject("serverUrl"), `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await onServer(
    inject("serverUrl"),
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  const none = Object.fromEntries(Object.keys(fine).map((check) => [check, "failed"]));
  const without = { ...none, disk: "ok" };
  await becomesReady(503, { status: "unavailable", checks: without });
  expect((await probe()).body).toEqual({ status: "unavailable", version: NAME });
  expect((await probe("live/")).status).toBe(200);
  await onServer(inject("serverUrl"), `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await becomesReady(200, { status: "ok", checks: fine });
});

test("with an APP_SECRET that opens nothing of what is sealed it is not ready; one value is a warning", async () => {
  const other = rootKey("another secret, which this process doesn't have");
  const totpSecret = encrypt(other, Buffer.from("{}"), "totp:1");
  const person = { username: "sealed", usernameKey: "sealed", email: "s@e.x", emailKey: "s@e.x" };
  const { id } = await adminDb().user.create({ data: { ...person, totpSecret } });
  const opens = (some: string) =>
    `APP_SECRET opens ${some} in the database: set it, or APP_SECRET_PREVIOUS, to the secret of before; if that is lost, npm run rotate-keys -- --forget says what to do.`;
  const failed = { status: "unavailable", checks: { ...fine, secrets: "failed" } };
  await becomesReady(503, failed, [opens("0 of 1 sealed value")]);
  const scraped = await metrics(new Request("http://localhost:3000/metrics", operator));
  const text = await scraped.text();
  expect(text).toContain('deposit_matcher_sealed_values{readable="false"} 1');
  expect(text).toContain('deposit_matcher_sealed_values{readable="true"} 0');
  const own = { username: "own", usernameKey: "own", email: "o@e.x", emailKey: "o@e.x" };
  const sealed = await seal({}, "totp:2");
  const { id: second } = await adminDb().user.create({ data: { ...own, totpSecret: sealed } });
  await becomesReady(200, { status: "ok", checks: fine }, [opens("1 of 2 sealed values")]);
  await adminDb().user.deleteMany({ where: { id: { in: [id, second] } } });
});

test("while every connection is held it is not ready", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = Array.from({ length: 8 }, () =>
    db("jobs").$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1`;
      await released;
    }),
  );
  await becomesReady(503, { status: "unavailable", checks: { ...fine, connections: "failed" } });
  release();
  await Promise.all(held);
  await becomesReady(200, { status: "ok", checks: fine });
});

test("many probes query the database once", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => probe("ready/")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers[0]?.headers.get("cache-control")).toBe("no-store");
});

test("it says for how long no worker has been there, and ends what waits for one", async () => {
  const seen = (ago: string) =>
    adminDb().$executeRaw`UPDATE installation SET worker_seen_at = now() - ${ago}::interval`;
  await seen("7 minutes");
  const warned = async () => (await probe("ready/", operator)).body.warnings.join();
  expect(await warned()).toContain("No worker has been seen for 7 minutes:");
  const scraped = new Request("http://localhost:3000/metrics", operator);
  expect(await (await metrics(scraped)).text()).toMatch(
    /^deposit_matcher_worker_last_seen_seconds 42\d/m,
  );
  await noteWorker();
  expect(await warned()).not.toContain("No worker");
});

test("a write that finds the disk full is 503 in words, and makes it unready for a minute", async () => {
  await adminDb().$executeRawUnsafe(`
    CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
  await adminDb().$executeRaw`
    CREATE TRIGGER no_space BEFORE INSERT ON users EXECUTE FUNCTION no_space()`;
  const body = { username: "late", email: "late@example.com", password: "seven silent doves" };
  const answer = await call("POST", "/user/create/api/", {
    body: { ...body, password_confirm: body.password },
  });
  expect([answer.status, answer.body]).toEqual([
    503,
    expect.objectContaining({
      code: "unavailable",
      message: expect.stringContaining("The server's disk is full"),
    }),
  ]);
  expect((await probe()).status).toBe(503);
  await becomesUnready();
  // As a minute later.
  forget("disk full");
  await adminDb().$executeRaw`DROP TRIGGER no_space ON users`;
  await becomesReady(200, { status: "ok", checks: fine });
});

async function becomesUnready(): Promise<void> {
  await eventually(async () => {
    const { status, body } = await probe("ready/", operator);
    expect([status, body.checks]).toEqual([503, { ...fine, disk: "failed" }]);
    expect(body.warnings.join()).toContain("The disk is full: nothing can be saved.");
  });
}

test("there are no metrics, and no details, without a configured token", async () => {
  process.env.METRICS_TOKEN = "";
  const asked = new Request("http://localhost:3000/metrics", {
    headers: { authorization: "Bearer " },
  });
  expect((await metrics(asked)).status).toBe(404);
  expect((await probe("ready/", operator)).body).toEqual({ status: "ok", version: NAME });
  process.env.METRICS_TOKEN = TOKEN;
});

test("a stopping process is immediately not ready", async () => {
  beginStopping();
  const answer = await probe("ready/");
  expect([answer.status, answer.body]).toEqual([503, { status: "stopping", version: NAME }]);
  expect((await probe("ready/", operator)).body).toMatchObject({
    status: "stopping",
    checks: fine,
  });
  expect((await probe("live/")).status).toBe(200);
});

async function newestOfOurs(): Promise<{ migration_name: string }> {
  const rows = await adminDb().$queryRaw<{ migration_name: string }[]>`
    SELECT migration_name FROM _prisma_migrations WHERE id <> 'future'
    ORDER BY migration_name DESC LIMIT 1`;
  const [row] = rows;
  if (!row) throw new Error("No migration was applied");
  return row;
}
