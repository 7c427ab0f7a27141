import pg from "pg";
import { enterScope } from "@/server/platform/context";
import { countSecrets, type StoredSecrets } from "@/server/platform/crypto/stored-secrets";

/** How much of what the migrated database at `url` has sealed these secrets open. */
export async function countSecretsAt(url: string, secrets: string[]): Promise<StoredSecrets> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "deposit-matcher-tools",
  });
  await client.connect();
  try {
    await client.query(`BEGIN READ ONLY; ${enterScope("keys", null)}`);
    return await countSecrets(async (sql) => (await client.query(sql)).rows, secrets);
  } finally {
    await client.end();
  }
}
