import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { schemaDiff } from "@/prisma/diff";
import { migrate, readMigrations } from "@/prisma/migrate";
import { QUEUE_NAMES } from "@/server/platform/queue/definitions";
import { makeQueueSchema } from "@/server/platform/queue/queue-schema";
import { freePort } from "@/tools/process/free-port";
import { eventually } from "../support/eventually";
import { onServer, withDatabase } from "../support/postgres-server";

let name: string;
let url: string;

beforeEach(async () => {
  name = `deposit_matcher_migrate_${randomBytes(6).toString("hex")}`;
  url = withDatabase(inject("serverUrl"), name);
  await onServer(inject("serverUrl"), `CREATE DATABASE ${name}`);
});

afterEach(() => onServer(inject("serverUrl"), `DROP DATABASE ${name} WITH (FORCE)`));

/** Puts a copy of the migrated template in its place, which takes less than migrating. */
async function migrated(): Promise<void> {
  await onServer(inject("serverUrl"), `DROP DATABASE ${name}`);
  const template = inject("templateDatabase");
  await onServer(inject("serverUrl"), `CREATE DATABASE ${name} TEMPLATE ${template}`);
}

it("migrations produce exactly the schema of the program", async () => {
  expect(await schemaDiff(url)).toContain('CREATE TABLE "deposits"');
  await migrate(url);
  expect(await schemaDiff(url)).toBe("");
  await onServer(url, "ALTER TABLE deposits ADD COLUMN stray text");
  expect(await schemaDiff(url)).toContain('DROP COLUMN "stray"');
});

it("each migration is applied once, even when two instances start together", async () => {
  const applied = await Promise.all([migrate(url), migrate(url)]);
  const names = (await readMigrations()).map((migration) => migration.name);
  expect(applied.flat()).toEqual(names);
  expect(await migrate(url)).toEqual([]);
});

it("a missing job queue is created again, even beside another migrating instance", async () => {
  await migrated();
  await onServer(url, "DROP SCHEMA pgboss CASCADE");
  await Promise.all([migrate(url), migrate(url), connected(url, makeQueueSchema)]);
  expect(await queuesOf(url)).toEqual([...QUEUE_NAMES].sort());
});

it("the queue is left to the product's user when the migrating user may not create it", async () => {
  const user = `migrator_${randomBytes(6).toString("hex")}`;
  await onServer(url, `CREATE ROLE ${user} LOGIN PASSWORD '${user}' NOSUPERUSER`);
  try {
    await onServer(url, `GRANT ALL ON SCHEMA public TO ${user}`);
    const as = new URL(url);
    [as.username, as.password] = [user, user];
    const logged: string[] = [];
    expect(await migrate(as.href, { log: (line) => logged.push(line) })).not.toEqual([]);
    expect(logged.at(-1)).toMatch(/^The job queue's schema was left as it is/);
    expect(await queuesOf(url)).toBeNull();
  } finally {
    await onServer(url, `DROP OWNED BY ${user} CASCADE; DROP ROLE ${user}`);
  }
});

function queuesOf(address: string): Promise<string[] | null> {
  return connected(address, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('pgboss.queue') AS there");
    if (rows[0]?.there === null) return null;
    const found = await client.query<{ name: string }>("SELECT name FROM pgboss.queue");
    return found.rows.map((row) => row.name).sort();
  });
}

async function connected<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return work(client).finally(() => client.end());
}

it("a database newer than the program is refused", async () => {
  await migrated();
  await onServer(
    url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
     VALUES ('future', '', '29990101000000_future', now())`,
  );
  await expect(migrate(url)).rejects.toThrow(
    "The database is newer than the program: it has 29990101000000_future.",
  );
});

it("a migration changed after it was applied is refused", async () => {
  await migrated();
  await onServer(
    url,
    "UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name LIKE '%_baseline'",
  );
  await expect(migrate(url)).rejects.toThrow(/_baseline has changed since it was applied/);
});

it("a missing database is reported in one sentence", async () => {
  await expect(migrate(withDatabase(url, "nowhere"))).rejects.toThrow(
    /^The database at .*\/nowhere cannot be used: database "nowhere" does not exist\.$/,
  );
});

it("an unreachable address is reported in one sentence", async () => {
  const port = await freePort("localhost");
  await expect(
    migrate(`postgresql://someone@localhost:${port}/none`, { waitMs: 0 }),
  ).rejects.toThrow(
    /^The database at localhost:\d+\/none cannot be used: connect ECONNREFUSED .*\.$/,
  );
});

it("a migration by another instance is reported, and waited for", async () => {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query("SELECT pg_advisory_lock(72707369)");
  const logged: string[] = [];
  const applied = migrate(url, { log: (line) => logged.push(line) });
  await eventually(() =>
    expect(logged).toEqual(["Waiting for another instance that is migrating …"]),
  );
  await other.end();
  expect((await applied).length).toBeGreaterThan(0);
});
