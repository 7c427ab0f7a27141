import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tightenings } from "./tightenings";

const FOLDER = "prisma/migrations";

/** The schema of the first release. Every later migration runs beside a released version. */
const LAST_FREE = "20261126000000_baseline";

/**
 * Migrations that remove something, each with the reason why the previous version still works (nothing reads it
 * any more since version …).
 */
const CONTRACTS: Record<string, string> = {};

const migrations = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const sqlOf = (name: string) => readFileSync(join(FOLDER, name, "migration.sql"), "utf8");

test("migrations only add, so that the previous version keeps working", () => {
  const taking = migrations
    .filter((name) => name > LAST_FREE && !(name in CONTRACTS))
    .map((name) => ({ name, statements: tightenings(sqlOf(name)) }))
    .filter(({ statements }) => statements.length > 0);
  expect(taking).toEqual([]);
  expect(migrations).toContain(LAST_FREE);
  expect(Object.keys(CONTRACTS).filter((name) => !migrations.includes(name))).toEqual([]);
});

test("removals are detected", () => {
  const sql = `
    -- DROP TABLE in a comment is none.
    CREATE TABLE a (id int NOT NULL);
    ALTER TABLE b ADD COLUMN c int NOT NULL DEFAULT 0, ADD COLUMN d int;
    CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN DROP TABLE IF EXISTS temporary; RETURN NULL; END $$;
    DROP INDEX i;
    ALTER TABLE a ALTER COLUMN id DROP NOT NULL;
    ALTER TABLE a ALTER COLUMN id DROP DEFAULT;
    DROP TABLE a;
    ALTER TABLE b DROP COLUMN c;
    ALTER TABLE b DROP c;
    alter table b rename column d to e;
    ALTER TABLE b RENAME TO g;
    ALTER TABLE b ALTER COLUMN d TYPE bigint;
    ALTER TABLE b ALTER COLUMN d SET NOT NULL;
    ALTER TABLE b ADD COLUMN h int NOT NULL;
    ALTER TYPE t RENAME VALUE 'x' TO 'y';
    DROP TYPE t;
    TRUNCATE b;
    REVOKE SELECT ON b FROM r;`;
  expect(tightenings(sql)).toEqual([
    "ALTER TABLE a ALTER COLUMN id DROP DEFAULT",
    "DROP TABLE a",
    "ALTER TABLE b DROP COLUMN c",
    "ALTER TABLE b DROP c",
    "alter table b rename column d to e",
    "ALTER TABLE b RENAME TO g",
    "ALTER TABLE b ALTER COLUMN d TYPE bigint",
    "ALTER TABLE b ALTER COLUMN d SET NOT NULL",
    "ALTER TABLE b ADD COLUMN h int NOT NULL",
    "ALTER TYPE t RENAME VALUE 'x' TO 'y'",
    "DROP TYPE t",
    "TRUNCATE b",
    "REVOKE SELECT ON b FROM r",
  ]);
});
