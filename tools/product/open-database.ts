import { startEmbeddedPostgres } from "../postgres/embedded-postgres";
import type { Environment } from "../process/environment";
import type { Scope } from "../process/supervise";
import { dataDir } from "./settings";

/** The database named by DATABASE_URL, otherwise the embedded one, held until the command ends. */
export async function openDatabase(
  scope: Scope,
  log: (line: string) => void,
  env: Environment = process.env,
): Promise<string> {
  const given = env.DATABASE_URL?.trim();
  if (given) return given;
  const server = await scope.acquire(
    () => startEmbeddedPostgres({ dataDir: dataDir(env), log }),
    (held) => held.release(),
  );
  return server.url();
}
