import { counted } from "@/lib/counted";
import { decrypt, keyIdOf, rootKey, toKey, WRAP_PURPOSE } from "./cipher";

/** How many sealed values the database holds, and how many of them these secrets open. */
export interface StoredSecrets {
  sealed: number;
  readable: number;
}

/** Runs a statement that sees sealed values of every company. */
type Ask = (sql: string) => Promise<readonly object[]>;

// Bytes 2 to 9 of a sealed value are its key's id (cipher.ts).
const SEALED = `
  SELECT encode(substring(sealed FROM 2 FOR 8), 'hex') AS key, count(*)::int AS count FROM (
    SELECT credentials AS sealed FROM integrations WHERE credentials IS NOT NULL
    UNION ALL SELECT totp_secret FROM users WHERE totp_secret IS NOT NULL) s
  GROUP BY 1`;

/** Counts provider credentials and two-factor secrets. `secrets`: APP_SECRET and the previous one. */
export async function countSecrets(ask: Ask, secrets: readonly string[]): Promise<StoredSecrets> {
  const known = await knownKeys(ask, secrets);
  const rows = (await ask(SEALED)) as readonly { key: string; count: number }[];
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0);
  return { sealed: sum(rows), readable: sum(rows.filter(({ key }) => known.has(key))) };
}

/** Ids of the keys that the secrets derive, and of the keys that the database stores under them. */
async function knownKeys(ask: Ask, secrets: readonly string[]): Promise<Set<string>> {
  const roots = secrets.map(rootKey);
  const ids = new Set(roots.map(({ id }) => id.toString("hex")));
  const rows = (await ask("SELECT wrapped FROM sealing_keys")) as readonly { wrapped: Buffer }[];
  for (const { wrapped } of rows) {
    const root = roots.find(({ id }) => keyIdOf(wrapped)?.equals(id));
    if (root) ids.add(toKey(decrypt(root, wrapped, WRAP_PURPOSE)).id.toString("hex"));
  }
  return ids;
}

/** What is wrong and what to do, in one sentence; undefined when everything can be opened. */
export function unreadableSecrets({ sealed, readable }: StoredSecrets): string | undefined {
  if (sealed === readable) return undefined;
  return `APP_SECRET opens ${readable} of ${counted(sealed, "sealed value")} in the database: set it, or APP_SECRET_PREVIOUS, to the secret of before; if that is lost, npm run rotate-keys -- --forget says what to do.`;
}
