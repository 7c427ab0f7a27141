/** Previews of version 0.1.0 have a chain of migrations, which the baseline replaces. */
const FIRST = "20261121060932_init";
const LAST = "20261129180000_refused_reads";
const COUNT = 58;

/** Whether the migrations that a database or a backup has gone through are those of a preview. */
export function isOfPreview(names: readonly string[]): boolean {
  return names.includes(FIRST);
}

/** @throws Error when they are those of an earlier preview than the last. */
export function requireLastPreview(names: readonly string[]): void {
  if (names.length === COUNT && names.includes(LAST)) return;
  throw new Error(
    `The database is from an earlier preview: start the last preview once (its newest migration is ${LAST}), and then this version.`,
  );
}

/**
 * Takes the schema of the last preview to the baseline's, and its history to none. A bank account without a currency is
 * kept in the books' own. A job failure without `dead_at` is a count that nothing reads.
 */
export const ADOPTION = `
  DROP FUNCTION company_needs(uuid, int);

  ALTER TABLE job_failures NO FORCE ROW LEVEL SECURITY;
  DELETE FROM job_failures WHERE dead_at IS NULL;
  ALTER TABLE job_failures FORCE ROW LEVEL SECURITY,
    DROP COLUMN attempts, DROP COLUMN next_attempt_at, ALTER COLUMN dead_at SET NOT NULL;

  ALTER TABLE companies NO FORCE ROW LEVEL SECURITY;
  ALTER TABLE integrations NO FORCE ROW LEVEL SECURITY;
  UPDATE integrations i SET settings = i.settings || jsonb_build_object('bankCurrency', c.currency)
    FROM companies c
    WHERE c.id = i.company_id AND i.settings ? 'bankId' AND NOT i.settings ? 'bankCurrency';
  UPDATE integrations i SET settings = i.settings || jsonb_build_object('clearingCurrency', c.currency)
    FROM companies c
    WHERE c.id = i.company_id AND i.settings ? 'clearingId' AND NOT i.settings ? 'clearingCurrency';
  ALTER TABLE integrations FORCE ROW LEVEL SECURITY;
  ALTER TABLE companies FORCE ROW LEVEL SECURITY;

  DELETE FROM _prisma_migrations`;
