import pg from "pg";
import { countSecrets } from "@/server/platform/crypto/stored-secrets";

/** How many sealed values the migrated database at `url` holds. */
export async function countSealedAt(url: string): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "deposit-matcher-tools",
  });
  await client.connect();
  try {
    // The scope that sees them, where row level security binds this user, too.
    await client.query("BEGIN READ ONLY; SELECT set_config('app.scope', 'keys', true)");
    return (await countSecrets(async (sql) => (await client.query(sql)).rows, [])).sealed;
  } finally {
    await client.end();
  }
}
