import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { migrate } from "@/prisma/migrate";
import { mintCompanyId } from "@/server/platform/company-id";
import { encrypt, rootKey } from "@/server/platform/crypto/cipher";
import { closeDb, db } from "@/server/platform/db";
import { RUNTIME_ROLE } from "@/server/platform/runtime-role";
import { startThrowawayPostgres } from "@/tools/postgres/throwaway-postgres";
import { supervise } from "@/tools/process/supervise";
import { productEnv } from "@/tools/product/product";
import { environmentWithoutSettings } from "@/tools/product/settings";
import { onDatabase } from "../support/fingerprint";
import { onServer, withDatabase, withLogin } from "../support/postgres-server";
import { makeBooks, type Rows } from "../support/rows";

const productUrl = () => process.env.DATABASE_URL ?? "";

describe("the login of the product", () => {
  let mine: Rows;
  let theirs: Rows;
  let client: pg.Client;

  beforeAll(async () => {
    [mine, theirs] = [await makeBooks(), await makeBooks()];
  });
  beforeEach(async () => {
    client = new pg.Client({ connectionString: productUrl() });
    await client.connect();
    // What a statement that got into the product's would begin with.
    await client.query(`SET ROLE ${RUNTIME_ROLE}; RESET ROLE`);
  });
  afterEach(() => client.end());
  afterAll(closeDb);

  test("is a plain one that owns nothing, whatever role it takes on or gives back", async () => {
    const { rows } = await client.query(
      `
      SELECT session_user = $1 AND current_user = $1 AS is_login, rolsuper, rolbypassrls, rolcreaterole,
        rolcreatedb, rolreplication,
        (SELECT count(*)::int FROM pg_class WHERE pg_has_role(rolname, relowner, 'MEMBER')) AS owned,
        (SELECT count(*)::int FROM pg_roles r WHERE pg_has_role($1, r.oid, 'MEMBER')) AS roles
      FROM pg_roles WHERE rolname = current_user`,
      [inject("productLogin")],
    );
    expect(rows).toEqual([
      {
        is_login: true,
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        owned: 0,
        roles: 3,
      },
    ]);
  });

  test("may change nothing but rows", async () => {
    const owner = new URL(process.env.MIGRATE_DATABASE_URL ?? "").username;
    const login = inject("productLogin");
    for (const statement of [
      `SET ROLE ${owner}`,
      `SET SESSION AUTHORIZATION ${owner}`,
      "SET ROLE pg_read_all_data",
      `ALTER ROLE ${login} SUPERUSER`,
      `ALTER ROLE ${RUNTIME_ROLE} BYPASSRLS`,
      `GRANT ${owner} TO ${login}`,
      `GRANT ${RUNTIME_ROLE} TO ${owner}`,
      "CREATE ROLE another",
      "CREATE DATABASE another",
      "CREATE SCHEMA another",
      "CREATE TABLE another (id int)",
      "CREATE TABLE pgboss.another (id int)",
      "CREATE FUNCTION another() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'",
      "CREATE EXTENSION dblink",
      "ALTER TABLE deposits DISABLE ROW LEVEL SECURITY",
      "ALTER TABLE deposits NO FORCE ROW LEVEL SECURITY",
      "DROP POLICY own_company ON deposits",
      "CREATE POLICY all_rows ON deposits USING (true)",
      "ALTER TABLE deposits DISABLE TRIGGER ALL",
      "DROP TABLE deposits",
      "TRUNCATE deposits",
      "TRUNCATE pgboss.job",
      "DELETE FROM audit_events",
      "UPDATE audit_events SET action = 'x'",
      "UPDATE _prisma_migrations SET checksum = 'x'",
      "SELECT pg_read_file('/etc/hostname')",
      "SELECT pg_ls_dir('/')",
      "SELECT lo_import('/etc/hostname')",
      "SELECT lo_create(0)",
      "SELECT lo_creat(-1)",
      "SELECT lo_from_bytea(0, 'x')",
      "SELECT rolpassword FROM pg_authid",
      "COPY (SELECT 1) TO PROGRAM 'cat'",
      "COPY (SELECT 1) TO '/tmp/another'",
      "ALTER SYSTEM SET fsync = off",
      "SET session_replication_role = replica",
      "SELECT pgboss.create_queue('another', '{\"policy\": \"short\"}')",
    ]) {
      await expect(client.query(statement), statement).rejects.toThrow(
        /permission denied|must be|Only roles|not permitted/i,
      );
    }
  });

  test("sees no row without a scope, and no other company's within one", async () => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace",
    );
    expect(tables.length).toBeGreaterThan(30);
    for (const off of ["RESET row_security", "SET row_security = off"]) {
      await client.query(off);
      for (const { name } of tables) {
        const seen = await client.query(`SELECT FROM ${name}`).catch((error: Error) => error);
        if (seen instanceof Error) expect(seen.message).toMatch(/would be affected by row-level/);
        else expect(seen.rowCount, name).toBe(0);
      }
    }
    const ctx = { companyId: mintCompanyId(mine.companyId) };
    const found = await db(ctx).$transaction(async (tx) => {
      await tx.$executeRawUnsafe("RESET ROLE");
      return tx.$queryRawUnsafe<{ company: string }[]>(
        "SELECT company_id AS company FROM deposits",
      );
    });
    expect(found).toEqual([{ company: mine.companyId }]);
    expect(found).not.toContainEqual({ company: theirs.companyId });
  });
});

describe("migrating with a login for the product", () => {
  let name: string;
  let url: string;
  const roles: string[] = [];
  const newRole = () => {
    const role = `role_${randomBytes(6).toString("hex")}`;
    roles.push(role);
    return role;
  };

  beforeEach(async () => {
    name = `deposit_matcher_login_${randomBytes(6).toString("hex")}`;
    url = withDatabase(inject("serverUrl"), name);
    await onServer(inject("serverUrl"), `CREATE DATABASE ${name}`);
  });
  afterEach(async () => {
    await onServer(inject("serverUrl"), `DROP DATABASE ${name} WITH (FORCE)`);
    for (const role of roles.splice(0)) {
      await onServer(inject("serverUrl"), `DROP ROLE IF EXISTS ${role}`);
    }
  });

  test("creates it, also for a database that was in use without one", async () => {
    await migrate(url);
    const product = withLogin(url, newRole());
    const logged: string[] = [];
    const log = (line: string) => logged.push(line);
    expect(await migrate(url, { productUrl: product, log })).toEqual([]);
    expect(await migrate(url, { productUrl: product, log })).toEqual([]);
    expect(logged).toEqual([]);
    await onDatabase(product, async (client) => {
      await client.query("SELECT FROM pgboss.job");
      await client.query("SELECT FROM _prisma_migrations");
      expect((await client.query("SELECT FROM companies")).rowCount).toBe(0);
      const temporary = client.query("CREATE TEMP TABLE another (id int)");
      await expect(temporary).rejects.toThrow("permission denied");
    });
  });

  test("is part of the embedded database, also of a folder from before it", async () => {
    await supervise(async (scope) => {
      const log = () => undefined;
      const server = await scope.acquire(
        () => startThrowawayPostgres(log),
        (held) => held.release(),
      );
      await migrate(server.url());
      const given = { ...environmentWithoutSettings(), DATA_DIR: server.dataDir };
      const env = await productEnv(scope, { log, env: given });
      expect(env).toMatchObject({ DATABASE_URL: server.productUrl(), MIGRATE_DATABASE_URL: "" });
      expect(Object.values(env).join()).not.toContain(new URL(server.url()).password);
      await onDatabase(server.productUrl(), async (client) => {
        expect((await client.query("SELECT FROM companies")).rowCount).toBe(0);
        await expect(client.query("SET ROLE postgres")).rejects.toThrow("permission denied");
      });
      const totpSecret = encrypt(rootKey(env.APP_SECRET ?? ""), Buffer.from("{}"), "totp:1");
      await onDatabase(server.url(), (client) =>
        client.query(
          "INSERT INTO users (username, username_key, email, email_key, totp_secret) VALUES ('a', 'a', 'a@e.x', 'a@e.x', $1)",
          [totpSecret],
        ),
      );
      const secret = join(server.dataDir, "app-secret");
      await rename(secret, `${secret}.away`);
      await expect(productEnv(scope, { log, env: given })).rejects.toThrow(
        `${secret} is missing, the key to 1 sealed value in the database. Put it back with mode 0600`,
      );
      expect(existsSync(secret)).toBe(false);
      await rename(`${secret}.away`, secret);
      expect((await productEnv(scope, { log, env: given })).APP_SECRET).toBe(env.APP_SECRET);
      for (const other of ["postgres", "template1"]) {
        const elsewhere = onDatabase(withDatabase(server.productUrl(), other), async () => {});
        await expect(elsewhere, other).rejects.toThrow("permission denied for database");
      }
      return 0;
    });
  });

  test("needs no superuser, once an administrator has created the roles", async () => {
    const [owner, login] = [newRole(), newRole()];
    const server = inject("serverUrl");
    await onServer(server, `CREATE ROLE ${owner} LOGIN PASSWORD '${owner}'`);
    await onServer(server, `CREATE ROLE ${login} LOGIN PASSWORD '${login}'`);
    await onServer(server, `GRANT ${RUNTIME_ROLE}, deposit_matcher_queue TO ${login}`);
    await onServer(server, `ALTER DATABASE ${name} OWNER TO ${owner}`);
    const product = withLogin(url, login);
    const logged: string[] = [];
    await migrate(withLogin(url, owner), {
      productUrl: product,
      log: (line) => logged.push(line),
    });
    expect(logged.filter((line) => !line.startsWith("Applying"))).toEqual([]);
    await onDatabase(product, (client) => client.query("SELECT FROM pgboss.job, companies"));
  });

  test("is refused in one sentence when the login can't be created", async () => {
    const [owner, login] = [newRole(), newRole()];
    await onServer(inject("serverUrl"), `CREATE ROLE ${owner} LOGIN PASSWORD '${owner}'`);
    await onServer(inject("serverUrl"), `ALTER DATABASE ${name} OWNER TO ${owner}`);
    await expect(
      migrate(withLogin(url, owner), { productUrl: withLogin(url, login) }),
    ).rejects.toThrow(/can't give the user role_\w+ of DATABASE_URL its rights: permission denied/);
  });

  test("is refused when the owner may not create the job queue, which the login can't either", async () => {
    const [owner, login] = [newRole(), newRole()];
    const server = inject("serverUrl");
    await onServer(server, `CREATE ROLE ${owner} LOGIN PASSWORD '${owner}'`);
    await onServer(url, `GRANT ALL ON SCHEMA public TO ${owner}`);
    await expect(
      migrate(withLogin(url, owner), { productUrl: withLogin(url, login) }),
    ).rejects.toThrow(/job queue's schema could not be made: .*permission denied for database/);
  });

  test("reports a login that has more rights, or another password", async () => {
    const [owner, above] = [newRole(), newRole()];
    const server = inject("serverUrl");
    await migrate(url);
    await onServer(server, `CREATE ROLE ${owner} LOGIN PASSWORD '${owner}' CREATEDB`);
    await onServer(server, `CREATE ROLE ${above} LOGIN PASSWORD 'other' SUPERUSER`);
    const logged: string[] = [];
    for (const login of [owner, above]) {
      await migrate(url, {
        productUrl: withLogin(url, login),
        log: (line) => logged.push(line),
      });
    }
    expect(logged).toEqual([
      expect.stringMatching(/has more rights than the product needs/),
      expect.stringMatching(/owns tables or may become their owner/),
      expect.stringMatching(/can't sign in as .*password authentication failed/),
    ]);
  });

  test("the login itself only checks that nothing is to be applied", async () => {
    const product = withLogin(url, newRole());
    await migrate(url, { productUrl: product });
    expect(await migrate(product)).toEqual([]);
    await onServer(
      url,
      "DELETE FROM _prisma_migrations WHERE started_at = (SELECT max(started_at) FROM _prisma_migrations)",
    );
    await expect(migrate(product)).rejects.toThrow(/lacks 1 migration,.*MIGRATE_DATABASE_URL/);
    await onServer(url, "DROP TABLE _prisma_migrations");
    await expect(migrate(product)).rejects.toThrow(/lacks \d+ migrations?,/);
  });
});
