import type pg from "pg";
import { decrypt, keyIdOf, rootKey, toKey } from "@/server/platform/crypto/cipher";

/** How many sealed values the database holds, and how many of them these secrets open. */
export interface StoredSecrets {
  sealed: number;
  readable: number;
}

const SEALED = `
  SELECT credentials AS sealed FROM integrations WHERE credentials IS NOT NULL
  UNION ALL SELECT totp_secret FROM users WHERE totp_secret IS NOT NULL
  UNION ALL SELECT sealed_secret FROM webhook_endpoints`;

/** Counts provider credentials, two-factor secrets and webhooks' secrets. `secrets`: APP_SECRET and the previous one. */
export async function countSecrets(client: pg.Client, secrets: string[]): Promise<StoredSecrets> {
  const known = await knownKeys(client, secrets);
  const { rows } = await client.query<{ sealed: Buffer }>(SEALED);
  const readable = rows.filter(({ sealed }) => known.has(keyIdOf(sealed)?.toString("hex") ?? ""));
  return { sealed: rows.length, readable: readable.length };
}

/** Ids of the keys that the secrets derive, and of the keys that the database stores under them. */
async function knownKeys(client: pg.Client, secrets: string[]): Promise<Set<string>> {
  const roots = secrets.map(rootKey);
  const ids = new Set(roots.map(({ id }) => id.toString("hex")));
  const { rows } = await client.query<{ wrapped: Buffer }>("SELECT wrapped FROM sealing_keys");
  for (const { wrapped } of rows) {
    const root = roots.find(({ id }) => keyIdOf(wrapped)?.equals(id));
    if (root) ids.add(toKey(decrypt(root, wrapped, "sealing-key")).id.toString("hex"));
  }
  return ids;
}
