import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { onServer, withDatabase, withLogin } from "./postgres-server";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Copies a migrated, empty database from the template in a fraction of a second, and sets `DATABASE_URL` for
 * server modules that are first used afterwards, and `MIGRATE_DATABASE_URL` for the tests' own statements.
 * @returns the address for the tables' owner.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("serverUrl");
  const name = `deposit_matcher_test_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${inject("templateDatabase")}`);
  const url = withDatabase(serverUrl, name);
  process.env.DATABASE_URL = withLogin(url, inject("productLogin"));
  process.env.MIGRATE_DATABASE_URL = url;
  return {
    url,
    drop: async () => {
      await atRest(serverUrl, name);
      await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Waits up to five seconds for running statements: cutting one off raises an error that no test can catch. */
async function atRest(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (let left = 50; left > 0; left -= 1) {
      const { rowCount } = await client.query(
        "SELECT FROM pg_stat_activity WHERE datname = $1 AND state <> 'idle'",
        [name],
      );
      if (rowCount === 0) return;
      await delay(100);
    }
  } finally {
    await client.end();
  }
}
