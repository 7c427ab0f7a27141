import { startEmbeddedPostgres } from "./embedded-postgres";
import { dataDir, type ProductEnv } from "./settings";
import type { Scope } from "./supervise";

/** The database DATABASE_URL names, else the embedded one, held until the command ends. */
export async function openDatabase(
  scope: Scope,
  log: (line: string) => void,
  env: ProductEnv = process.env,
): Promise<string> {
  const given = env.DATABASE_URL?.trim();
  if (given) return given;
  const server = await scope.acquire(
    () => startEmbeddedPostgres({ dataDir: dataDir(env), log }),
    (held) => held.release(),
  );
  return server.url();
}
