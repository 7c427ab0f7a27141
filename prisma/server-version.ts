import type pg from "pg";

/** The oldest PostgreSQL that the migrations, and restores, are tested with. */
const LOWEST_MAJOR = 15;

/** @throws Error with one sentence when the server is older than the product supports. */
export async function requireServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: string }>(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number",
  );
  const refusal = rows[0] && whyTooOld(rows[0].version, Number(rows[0].number));
  if (refusal !== undefined) throw new Error(refusal);
}

/** @param number as PostgreSQL counts its versions: 140011 is 14.11. */
export function whyTooOld(version: string, number: number): string | undefined {
  if (number >= LOWEST_MAJOR * 10_000) return undefined;
  return `The database server is PostgreSQL ${version}, and Deposit Matcher needs ${LOWEST_MAJOR} or later.`;
}
