import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { counted } from "@/lib/counted";
import { checksumOf, readMigrations } from "@/prisma/migrate";
import { isOfPreview } from "@/prisma/previews";
import { type AppliedMigration, HISTORY_TABLE, listTables } from "./database-facts";
import { quote } from "./portable-format";

/**
 * Empties the product's schema and the queue (its jobs carry only ids, and the workers requeue what is due).
 * Holds the migrations' lock, so that no other process migrates.
 */
const EMPTY_DATABASE = `
  SELECT pg_advisory_xact_lock(72707369);
  DO $$
  DECLARE
    statement text;
  BEGIN
    FOR statement IN
      SELECT format('DROP TABLE IF EXISTS public.%I CASCADE', tablename)
        FROM pg_tables WHERE schemaname = 'public'
      UNION ALL
      SELECT format('DROP VIEW IF EXISTS public.%I CASCADE', viewname)
        FROM pg_views WHERE schemaname = 'public'
      UNION ALL
      SELECT format('DROP TYPE IF EXISTS public.%I CASCADE', typname)
        FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype = 'e'
      UNION ALL
      SELECT format('DROP FUNCTION IF EXISTS public.%I(%s) CASCADE', proname,
          pg_get_function_identity_arguments(p.oid))
        FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
    LOOP
      EXECUTE statement;
    END LOOP;
  END $$;
  DROP SCHEMA IF EXISTS pgboss CASCADE;`;

/** Fails where there is an account; until the transaction ends, none can come. */
const DEMAND_NO_ACCOUNTS = `
  DO $$ BEGIN
    IF to_regclass('public.users') IS NULL THEN RETURN; END IF;
    LOCK TABLE public.users IN ACCESS EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM public.users) THEN
      RAISE EXCEPTION 'An account was created here meanwhile';
    END IF;
  END $$;`;

/** The first statements of a restore's transaction. @param first only where there is no account. */
export function emptying(first: boolean): string {
  return first ? DEMAND_NO_ACCOUNTS + EMPTY_DATABASE : EMPTY_DATABASE;
}

/**
 * SQL that makes what was restored an installation of its own, and pauses it unless it is `live`. A backup from before there
 * was a pause gets a mark, for the migration that brings the pause (20261127142000_restored_copies).
 */
export function markCopy(live: boolean): string {
  return `
    DO $$ BEGIN
      IF to_regclass('public.installation') IS NOT NULL THEN
        UPDATE public.installation SET id = gen_random_uuid(), paused_at = ${live ? "NULL" : "now()"};
      ELSE
        CREATE TABLE public._restored_copy AS SELECT ${live} AS live;
      END IF;
    END $$;`;
}

/** @throws Error when the backup is of a preview, of a newer version, or of a program with other migrations. */
export async function requireKnownVersion(migrations: AppliedMigration[]): Promise<void> {
  if (isOfPreview(migrations.map(({ name }) => name))) {
    throw new Error(
      "This backup is from a preview of version 0.1.0. Restore it with that preview, and then update.",
    );
  }
  const known = new Map((await readMigrations()).map(({ name, sql }) => [name, checksumOf(sql)]));
  const unknown = migrations.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new Error(
      `This backup is from a newer version (it has ${unknown.join(", ")}). Update the product first.`,
    );
  }
  const other = migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (other) {
    throw new Error(
      `Migration ${other.name} has changed since the backup. Restore the original file.`,
    );
  }
}

/** Tables with rows in a database that was only migrated. */
const BY_MIGRATIONS = [HISTORY_TABLE, "installation"];

/** PostgreSQL still lists a connection for a moment after its program has ended. */
const ENDING_MS = 3_000;

/** @throws Error when the database is in use, not the product's, or not empty (unless `replace`). */
export async function requireTarget(client: pg.Client, replace: boolean): Promise<void> {
  const until = Date.now() + ENDING_MS;
  let users = await usersOf(client);
  while (users.length > 0 && Date.now() < until) {
    await setTimeout(100);
    users = await usersOf(client);
  }
  if (users.length > 0) {
    throw new Error(
      `The database is in use by ${users.join(", ")}. Stop the product and its workers, then restore.`,
    );
  }
  const tables = await listTables(client);
  if (tables.length > 0 && !tables.includes(HISTORY_TABLE)) {
    throw new Error("The database contains other tables. Restore into a separate database.");
  }
  if (replace) return;
  for (const table of tables) {
    if (BY_MIGRATIONS.includes(table)) continue;
    const found = await client.query(`SELECT FROM public.${quote(table)} LIMIT 1`);
    if (found.rowCount === 0) continue;
    throw new Error(
      "The database isn't empty. Add --replace to replace everything in it with the backup.",
    );
  }
}

/** Programs with a connection to the database, apart from this one. */
async function usersOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ program: string; connections: number }>(`
    SELECT coalesce(nullif(application_name, ''), 'a program without a name')
        || coalesce(' at ' || host(client_addr), '') AS program,
      count(*)::int AS connections
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
    GROUP BY 1 ORDER BY 1`);
  return rows.map((each) => `${each.program} (${counted(each.connections, "connection")})`);
}
