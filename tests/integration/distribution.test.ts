import { expect, test } from "vitest";
import { adminDb } from "../support/admin-db";

// PostgreSQL could be distributed over several machines by company (Citus, or hash partitions) without a
// schema change: every key of a company's rows contains the company. docs/scaling.md has the reasons.

/** Tables whose row is the company itself. */
const ROOT = "companies";

/**
 * Rows of companies that are also read before the company is known; a distribution keeps them in one place.
 */
const BEFORE_A_COMPANY: Record<string, string> = {
  sessions: "found by the hash of a token, before anybody knows whose it is",
  oauth_states: "found by the hash of a state that a provider hands back",
};

/** Tables without a company: reference tables, or local to one node. */
const WITHOUT_COMPANY: Record<string, string> = {
  users: "people; the same everywhere, and one may belong to several companies",
  linked_identities: "how a person signs in elsewhere: of a person, not of a company",
  recovery_codes: "of a person",
  email_confirmations: "of a person",
  sign_in_challenges: "of a person, before a company is chosen",
  reset_codes: "of an address, with or without an account",
  known_addresses: "of an account name and a network address, hashed",
  throttles: "of hashed addresses and names that tried",
  leases: "of hashed names of work, of a company or of an account that companies share",
  call_slots: "of a provider's account, which several companies may share",
  monthly_reads: "of the installation's app at a provider, for all companies together",
  company_reads: "of the installation's app at a provider; outlives the company that it names",
  webhook_events: "of a provider's account, which several companies may share",
  mails: "an outbox: sealed, taken by any worker",
  sealing_keys: "of the installation",
  installation: "the installation itself",
  backup_runs: "of the installation, all companies in each",
  mail_outcomes: "of the installation's mail server",
  _prisma_migrations: "of the installation",
};

/** Keys of companies' rows that hold for the whole installation. */
const ACROSS_COMPANIES: Record<string, string> = {
  postings_owned_payout: "of companies that share their books, one posts a payout",
};

interface Key {
  table: string;
  name: string;
  columns: string[];
}

interface Reference extends Key {
  target: string;
  targetColumns: string[];
}

async function tables(): Promise<Map<string, { hasCompany: boolean }>> {
  const rows = await adminDb().$queryRaw<{ name: string; hasCompany: boolean }[]>`
    SELECT c.relname AS name, EXISTS (SELECT FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attname = 'company_id' AND a.attnotnull) AS "hasCompany"
    FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`;
  return new Map(rows.map(({ name, hasCompany }) => [name, { hasCompany }]));
}

/** Primary keys and unique indexes, the partial ones too. */
function uniqueKeys(): Promise<Key[]> {
  return adminDb().$queryRaw<Key[]>`
    SELECT t.relname AS table, i.relname AS name,
      array(SELECT coalesce(a.attname::text, '(expression)')
        FROM unnest(x.indkey) WITH ORDINALITY k (number, position)
        LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
        ORDER BY k.position) AS columns
    FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace`;
}

function foreignKeys(): Promise<Reference[]> {
  return adminDb().$queryRaw<Reference[]>`
    SELECT t.relname AS table, c.conname AS name, f.relname AS target,
      array(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY k (number, position)
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
        ORDER BY k.position) AS columns,
      array(SELECT a.attname::text FROM unnest(c.confkey) WITH ORDINALITY k (number, position)
        JOIN pg_attribute a ON a.attrelid = f.oid AND a.attnum = k.number
        ORDER BY k.position) AS "targetColumns"
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class f ON f.oid = c.confrelid
    WHERE c.contype = 'f' AND t.relnamespace = 'public'::regnamespace`;
}

const isDistributed = (table: string) =>
  table !== ROOT && !(table in WITHOUT_COMPANY) && !(table in BEFORE_A_COMPANY);

test("every table belongs to companies, or is listed with the reason", async () => {
  const all = await tables();
  const unlisted = [...all].filter(
    ([name, { hasCompany }]) => !hasCompany && name !== ROOT && !(name in WITHOUT_COMPANY),
  );
  expect(unlisted.map(([name]) => name)).toEqual([]);
  // A list must not outlive its exceptions.
  for (const name of Object.keys(WITHOUT_COMPANY)) {
    expect(all.get(name), name).toEqual({ hasCompany: false });
  }
  for (const name of Object.keys(BEFORE_A_COMPANY)) {
    expect(all.get(name), name).toEqual({ hasCompany: true });
  }
});

test("every key of a company's rows contains the company", async () => {
  const keys = (await uniqueKeys()).filter(({ table }) => isDistributed(table));
  expect(keys.length).toBeGreaterThan(30);
  const without = keys.filter(({ columns }) => !columns.includes("company_id"));
  expect(without.map(({ name }) => name)).toEqual(Object.keys(ACROSS_COMPANIES));
});

test("a company's row points at rows of the same company only", async () => {
  const references = (await foreignKeys()).filter(({ table }) => isDistributed(table));
  expect(references.length).toBeGreaterThan(20);
  const astray = references.filter(({ columns, target, targetColumns }) => {
    // Reference tables exist on every machine.
    if (target in WITHOUT_COMPANY) return false;
    const at = columns.indexOf("company_id");
    return at < 0 || targetColumns[at] !== (target === ROOT ? "id" : "company_id");
  });
  expect(astray).toEqual([]);
});

test("no table without a company points at a company's rows", async () => {
  const references = (await foreignKeys()).filter(({ table }) => table in WITHOUT_COMPANY);
  const astray = references.filter(({ target }) => !(target in WITHOUT_COMPANY));
  expect(astray).toEqual([]);
});
