import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { migrate } from "@/prisma/migrate";
import { mintCompanyId } from "@/server/platform/company-id";
import { db } from "@/server/platform/db";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { RUNTIME_ROLE } from "@/server/platform/runtime-role";
import { adminDb } from "../support/admin-db";
import { onServer, withDatabase } from "../support/postgres-server";
import { makeBooks, type Rows } from "../support/rows";

let mine: Rows;
let theirs: Rows;
const scopeOf = ({ companyId }: Rows) => ({ companyId: mintCompanyId(companyId) });

/** Every table with row level security, from the catalog, so that a new table is tested too. */
let walled: string[];

const count = async (rows: Promise<{ n: number }[]>) => (await rows)[0]?.n;

beforeAll(async () => {
  [mine, theirs] = [await makeBooks(), await makeBooks()];
  for (const { companyId } of [mine, theirs]) await seedAccount(companyId);
  const tables = await adminDb().$queryRaw<{ relname: string }[]>`
    SELECT relname FROM pg_class
    WHERE relrowsecurity AND relforcerowsecurity AND relnamespace = 'public'::regnamespace`;
  walled = tables.map(({ relname }) => relname);
});

async function seedAccount(companyId: string) {
  const name = `user-${randomBytes(4).toString("hex")}`;
  const address = `${name}@example.com`;
  const user = await adminDb().user.create({
    data: { username: name, usernameKey: name, email: address, emailKey: address },
  });
  await adminDb().membership.create({ data: { companyId, userId: user.id } });
  await adminDb().companySettings.create({ data: { companyId } });
  await adminDb().auditEvent.create({
    data: { companyId, action: "test", entity: "user", entityId: String(user.id) },
  });
}

describe("a query without a company filter", () => {
  test("sees only its own company, in every table", async () => {
    for (const table of walled) {
      const all = await adminDb().$queryRawUnsafe<{ row: string }[]>(
        `SELECT t::text AS row FROM ${table} t`,
      );
      const seen = await db(scopeOf(mine)).$queryRawUnsafe<{ row: string }[]>(
        `SELECT t::text AS row FROM ${table} t`,
      );
      const leaked = seen.filter(({ row }) => row.includes(theirs.companyId));
      expect(leaked, table).toEqual([]);
      const own = all.filter(({ row }) => row.includes(mine.companyId));
      expect(seen.length, table).toBeGreaterThanOrEqual(own.length);
    }
    const deposits = await db(scopeOf(mine)).deposit.findMany();
    expect(deposits.map(({ companyId }) => companyId)).toEqual([mine.companyId]);
    expect(await db(scopeOf(mine)).user.count()).toBe(1);
  });

  test("changes and deletes no other company's rows", async () => {
    const touched = await db(scopeOf(mine)).deposit.updateMany({ data: { description: "mine" } });
    expect(touched.count).toBe(1);
    await db(scopeOf(mine)).matchLine.deleteMany();
    await db(scopeOf(mine)).ledgerPayment.deleteMany();
    const left = await adminDb().ledgerPayment.findMany();
    expect(left.map(({ companyId }) => companyId)).toEqual([theirs.companyId]);
    const row = await adminDb().deposit.findFirst({ where: { companyId: theirs.companyId } });
    expect(row?.description).not.toBe("mine");
  });

  test("can't write a row into another company", async () => {
    const { companyId } = theirs;
    const foreign = { companyId, userId: 1, kind: "issue" as const, title: "seeded" };
    await expect(db(scopeOf(mine)).notification.create({ data: foreign })).rejects.toThrow(
      "row-level security",
    );
    const move = db(scopeOf(mine)).notification.createMany({ data: [foreign] });
    await expect(move).rejects.toThrow("row-level security");
  });

  test("reads its people's ways in at most, and writes none", async () => {
    const refused = "users are written in the scope of accounts";
    for (const change of [
      "password_hash = 'x'",
      "totp_secret = '\\x01'",
      "email_verified_at = now()",
      "summarized_on = '2026-01-05', first_name = 'x'",
    ]) {
      const write = db(scopeOf(mine)).$executeRawUnsafe(`UPDATE users SET ${change}`);
      await expect(write, change).rejects.toThrow(refused);
    }
    expect(await db(scopeOf(mine)).$executeRaw`UPDATE users SET summarized_on = '2026-01-05'`).toBe(
      1,
    );
    const { id } = await db(scopeOf(mine)).user.findFirstOrThrow();
    for (const [table, columns, values] of [
      ["email_confirmations", "email, token_hash, expires_at", "'a@b.example', '\\x01', now()"],
      ["recovery_codes", "code_hash", "'\\x01'"],
      ["sign_in_challenges", "token_hash, expires_at", "'\\x01', now()"],
      ["linked_identities", "issuer, subject, email", "'https://id.example', '1', 'a@b.example'"],
    ]) {
      const insert = `INSERT INTO ${table} (user_id, ${columns}) VALUES (${id}, ${values})`;
      const write = db(scopeOf(mine)).$executeRawUnsafe(insert);
      await expect(write, table).rejects.toThrow("row-level security");
      const policies = await adminDb().$queryRaw<object[]>`
        SELECT cmd, qual LIKE '%app_company()%' AS names_company FROM pg_policies
        WHERE tablename = ${table} AND policyname = 'own_people'`;
      expect([table, policies]).toEqual([table, [{ cmd: "SELECT", names_company: true }]]);
    }
  });

  test("can't rewrite or delete history", async () => {
    for (const statement of ["DELETE FROM audit_events", "UPDATE audit_events SET action = 'x'"]) {
      const change = db(scopeOf(mine)).$executeRawUnsafe(statement);
      await expect(change, statement).rejects.toThrow("permission denied");
    }
  });
});

describe("the prepared reads", () => {
  const deposits = Prisma.sql`SELECT company_id AS "companyId" FROM deposits`;

  test("show each company its own rows, even on a shared connection with shared plans", async () => {
    const scopes = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? mine : theirs));
    const seen = await Promise.all(
      scopes.map((books) => queryPrepared<[{ companyId: string }]>(scopeOf(books), deposits)),
    );
    expect(seen).toEqual(scopes.map(({ companyId }) => [[{ companyId }]]));
    expect(await queryPrepared("accounts", deposits)).toEqual([[]]);
  });

  test("see one moment, in all their statements", async () => {
    const snapshot = Prisma.sql`SELECT pg_current_snapshot()::text AS at`;
    const [[first], [second]] = await queryPrepared<[{ at: string }, { at: string }]>(
      scopeOf(mine),
      snapshot,
      Prisma.sql`${snapshot} FROM pg_sleep(0.05)`,
    );
    expect(first).toEqual(second);
  });

  test("write nothing, and a refused one does not affect the next", async () => {
    const remove = Prisma.sql`DELETE FROM deposits RETURNING company_id`;
    await expect(queryPrepared(scopeOf(mine), remove, deposits)).rejects.toThrow("read-only");
    await expect(queryPrepared(scopeOf(mine), Prisma.sql`SELECT 1/0`)).rejects.toThrow("zero");
    expect(await queryPrepared(scopeOf(mine), deposits)).toEqual([[{ companyId: mine.companyId }]]);
  });

  test("more statements than are prepared still get answers", async () => {
    const numbers = Array.from({ length: 150 }, (_, index) => index);
    for (const number of numbers) {
      const text = Prisma.raw(`SELECT ${number}::int AS number`);
      expect(await queryPrepared<[{ number: number }]>(scopeOf(mine), text)).toEqual([
        [{ number }],
      ]);
    }
  });
});

describe("a scope", () => {
  test("runs as a role that owns nothing and bypasses nothing", async () => {
    const [role] = await db(scopeOf(mine)).$queryRaw<object[]>`
      SELECT rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
        (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
      FROM pg_roles r WHERE rolname = current_user`;
    expect(role).toEqual({
      rolname: RUNTIME_ROLE,
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      owned: 0,
    });
  });

  test("ends with its transaction, whichever request gets the connection next", async () => {
    const read = () =>
      db("jobs").$queryRaw<
        { company: string }[]
      >`SELECT current_setting('app.company_id') AS company`;
    await Promise.all(Array.from({ length: 20 }, () => db(scopeOf(mine)).deposit.count()));
    const after = await Promise.all(Array.from({ length: 20 }, read));
    expect(new Set(after.flat().map(({ company }) => company))).toEqual(new Set([""]));
  });

  test("is separate for two concurrent requests", async () => {
    const asked = Array.from({ length: 20 }, (_, index) => (index % 2 ? mine : theirs));
    const found = await Promise.all(
      asked.map((rows) =>
        db(scopeOf(rows)).companySettings.findUnique({ where: { companyId: rows.companyId } }),
      ),
    );
    expect(found.map((row) => row?.companyId)).toEqual(asked.map(({ companyId }) => companyId));
  });

  test("stays when the work inside fails", async () => {
    const failing = db(scopeOf(mine)).$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 / 0`;
    });
    await expect(failing).rejects.toThrow("division by zero");
    expect(await db(scopeOf(theirs)).deposit.count()).toBe(1);
  });

  test("is that of all statements of a transaction, also of those sent at once", async () => {
    const found = await db(scopeOf(mine)).$transaction((tx) =>
      Promise.all([tx.deposit.findMany(), tx.ledgerPayment.findMany(), tx.deposit.findMany()]),
    );
    const companies = found.flat().map(({ companyId }) => companyId);
    expect(new Set(companies)).toEqual(new Set([mine.companyId]));
    expect(await db(scopeOf(mine)).$transaction(async () => "nothing asked")).toBe("nothing asked");
    expect(await db(scopeOf(theirs)).deposit.count()).toBe(1);
  });

  test("that can't be entered refuses what was sent behind it", async () => {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL, pipeline: true });
    await client.connect();
    try {
      const sent = await Promise.allSettled([
        client.query("BEGIN; SET LOCAL ROLE nobody_has_this_role"),
        client.query("SELECT FROM deposits"),
        client.query("COMMIT"),
        client.query("SELECT FROM deposits LIMIT 0"),
      ]);
      expect(sent.map(({ status }) => status)).toEqual([
        ...["rejected", "rejected", "fulfilled", "fulfilled"],
      ]);
    } finally {
      await client.end();
    }
  });

  test("needs a real id", async () => {
    const forged = { companyId: mintCompanyId("x', true); RESET ROLE; --") };
    await expect(db(forged).deposit.count()).rejects.toThrow("no company's id");
    await expect(queryPrepared(forged, Prisma.sql`SELECT 1`)).rejects.toThrow("no company's id");
    await expect(db({ companyId: mintCompanyId("") }).deposit.count()).rejects.toThrow();
  });

  test("of the product itself sees what it names, and no books", async () => {
    const books = ["deposits", "deposit_lines", "ledger_payments", "matches", "notifications"];
    for (const scope of ["accounts", "jobs", "keys", "webhooks", "questions"] as const) {
      for (const table of [...books, "audit_events"]) {
        const rows = db(scope).$queryRawUnsafe<{ n: number }[]>(
          `SELECT count(*)::int AS n FROM ${table}`,
        );
        expect(await count(rows), `${scope} ${table}`).toBe(0);
      }
    }
    expect(await db("accounts").user.count()).toBe(2);
    expect(await db("accounts").integration.count()).toBe(0);
    expect(await db("jobs").company.count()).toBe(2);
    expect(await db("jobs").user.count()).toBe(0);
    expect((await db("jobs").company.updateMany({ data: { name: "x" } })).count).toBe(0);
    expect(await db("keys").integration.count()).toBe(4);
    expect(await db("webhooks").integration.count()).toBe(4);
    expect((await db("webhooks").integration.updateMany({ data: { cursor: {} } })).count).toBe(0);
    expect(await db("webhooks").company.count()).toBe(0);
  });
});

describe("row level security", () => {
  test("covers every table that names a company or a person", async () => {
    const open = await adminDb().$queryRaw<{ table_name: string }[]>`
      SELECT DISTINCT c.table_name FROM information_schema.columns c
      JOIN pg_class t ON t.relname = c.table_name AND t.relnamespace = 'public'::regnamespace
      WHERE c.table_schema = 'public' AND c.column_name IN ('company_id', 'user_id')
        AND NOT (t.relrowsecurity AND t.relforcerowsecurity)`;
    expect(open).toEqual([]);
    expect(walled).toEqual(expect.arrayContaining(["companies", "users"]));
  });

  test("shows nothing without a scope", async () => {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    try {
      await client.query(`SET ROLE ${RUNTIME_ROLE}`);
      for (const table of walled) {
        const { rowCount } = await client.query(`SELECT FROM ${table}`);
        expect(rowCount, table).toBe(0);
      }
    } finally {
      await client.end();
    }
  });

  test("binds an owner without the right to create roles, and reports what is missing", async () => {
    const suffix = randomBytes(6).toString("hex");
    const [owner, name] = [`plain_${suffix}`, `deposit_matcher_plain_${suffix}`];
    const server = inject("serverUrl");
    await onServer(server, `CREATE ROLE ${owner} LOGIN PASSWORD '${owner}' NOSUPERUSER`);
    await onServer(server, `CREATE DATABASE ${name} OWNER ${owner}`);
    try {
      const url = new URL(withDatabase(server, name));
      [url.username, url.password] = [owner, owner];
      const said: string[] = [];
      await migrate(url.href, { log: (line) => said.push(line) });
      expect(said.join("\n")).toMatch(/Row level security binds the database user itself/);
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      const id = randomUUID();
      await client.query(`SELECT set_config('app.company_id', '${id}', false)`);
      await client.query("INSERT INTO companies (id, name) VALUES ($1, 'Own')", [id]);
      expect((await client.query("SELECT FROM companies")).rowCount).toBe(1);
      await client.query("SELECT set_config('app.company_id', '', false)");
      expect((await client.query("SELECT FROM companies")).rowCount).toBe(0);
      await client.end();
    } finally {
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
      await onServer(server, `DROP ROLE ${owner}`);
    }
  });
});
