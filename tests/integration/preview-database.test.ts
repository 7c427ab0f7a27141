import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { checksumOf, HISTORY, migrate, readMigrations } from "@/prisma/migrate";
import { onDatabase, structure } from "../support/fingerprint";
import { onServer, withDatabase, withLogin } from "../support/postgres-server";

/** What the last preview had, and version 0.1.0 has not. */
const OF_THE_PREVIEW = `
  CREATE FUNCTION company_needs(of_company uuid, warn_days int) RETURNS int LANGUAGE sql AS 'SELECT 1';
  ALTER TABLE job_failures ALTER COLUMN dead_at DROP NOT NULL,
    ADD COLUMN attempts int NOT NULL DEFAULT 1 CONSTRAINT job_failures_counted CHECK (attempts > 0),
    ADD COLUMN next_attempt_at timestamptz(3) NOT NULL DEFAULT now();
  DELETE FROM _prisma_migrations`;

const ROWS = `
  INSERT INTO companies (id, name, currency) VALUES
    ('00000000-0000-4000-8000-000000000001', 'Pounds', 'GBP');
  INSERT INTO integrations (company_id, provider, external_account_id, credentials, settings)
    SELECT id, 'quickbooks', settings, 'x', settings::jsonb FROM companies, unnest(ARRAY[
      '{"bankId":"1","bankName":"Bank","clearingId":"2","clearingName":"Clearing"}']) settings;
  INSERT INTO integrations (company_id, provider, external_account_id, credentials, settings)
    SELECT id, 'stripe', settings, 'x', settings::jsonb FROM companies, unnest(ARRAY[
      '{}', '{"bankId":"1","bankName":"Bank","bankCurrency":"EUR"}']) settings;
  INSERT INTO job_failures (company_id, job, entity_id, error_code, dead_at)
    SELECT id, 'auto-match', job, 'internal', dead_at::timestamptz FROM companies,
      (VALUES ('failed', '2026-11-02'), ('retried', NULL)) failures (job, dead_at)`;

const names = [
  "20261121060932_init",
  ...Array.from({ length: 56 }, (_, index) => `20261122${index + 100_000}_of_a_preview`),
  "20261129180000_refused_reads",
];

let url: string;
let superUrl: string;
/** Owns the tables, and is bound by row level security. */
let owner: string;

beforeEach(async () => {
  const suffix = randomBytes(6).toString("hex");
  owner = `owner_${suffix}`;
  const database = `deposit_matcher_preview_${suffix}`;
  await onServer(inject("serverUrl"), `CREATE ROLE ${owner} LOGIN PASSWORD '${owner}' NOSUPERUSER`);
  await onServer(inject("serverUrl"), `CREATE DATABASE ${database} OWNER ${owner}`);
  superUrl = withDatabase(inject("serverUrl"), database);
  url = withLogin(superUrl, owner);
  await migrate(url);
});

afterEach(async () => {
  const { pathname } = new URL(superUrl);
  await onServer(inject("serverUrl"), `DROP DATABASE ${pathname.slice(1)} WITH (FORCE)`);
  await onServer(inject("serverUrl"), `DROP ROLE ${owner}`);
});

/** The schema of the first release, as the last preview has it. */
async function makePreview(history: string[]): Promise<void> {
  const [baseline] = await readMigrations();
  await onServer(url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await onServer(url, `${HISTORY}; ${baseline?.sql ?? ""}`);
  await onServer(url, OF_THE_PREVIEW);
  await onServer(superUrl, ROWS);
  await onDatabase(url, (client) =>
    client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       SELECT left(name, 36), '', name, now() FROM unnest($1::text[]) name`,
      [history],
    ),
  );
}

async function read(statement: string): Promise<unknown[]> {
  const { rows } = await onDatabase(superUrl, (client) =>
    client.query({ text: statement, rowMode: "array" }),
  );
  return rows;
}

describe("the database of a preview", () => {
  test("becomes this version's, with its rows, when the preview is the last", async () => {
    const wanted = await structure(superUrl);
    await makePreview(names);
    expect(await structure(superUrl)).not.toEqual(wanted);

    const [baseline, ...later] = await readMigrations();
    expect(await migrate(url)).toEqual(later.map(({ name }) => name));
    expect(await structure(superUrl)).toEqual(wanted);
    const history = "SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1 LIMIT 1";
    expect(await read(history)).toEqual([[baseline?.name, checksumOf(baseline?.sql ?? "")]]);
    expect(await read("SELECT entity_id FROM job_failures")).toEqual([["failed"]]);
    const currency = "settings ->> 'bankCurrency', settings ->> 'clearingCurrency'";
    expect(await read(`SELECT provider, ${currency} FROM integrations ORDER BY 1, 2`)).toEqual([
      ["stripe", "EUR", null],
      ["stripe", null, null],
      ["quickbooks", "GBP", "GBP"],
    ]);
    expect(await migrate(url)).toEqual([]);
  });

  test("stays as it is when the preview is an earlier one", async () => {
    await makePreview(names.slice(0, -1));
    const before = await structure(superUrl);
    await expect(migrate(url)).rejects.toThrow(
      "The database is from an earlier preview: start the last preview once (its newest migration is 20261129180000_refused_reads), and then this version.",
    );
    expect(await structure(superUrl)).toEqual(before);
    expect(await read("SELECT count(*)::int FROM _prisma_migrations")).toEqual([[57]]);
  });
});
