import { parseDatabaseUrls } from "@/server/platform/env";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres";
import type { Environment } from "../process/environment";
import type { Scope } from "../process/supervise";
import { dataDir } from "./settings";

/** The product's database, by the two users that sign in to it. */
export interface DatabaseUrls {
  /** For the product: reads and writes rows. */
  productUrl: string;
  /** For migrations, backup and restore: owns the tables. The same, where the operator gave only one. */
  ownerUrl: string;
}

/** The database named by DATABASE_URL, otherwise the embedded one, held until the command ends. */
export async function openDatabase(
  scope: Scope,
  log: (line: string) => void,
  env: Environment = process.env,
): Promise<DatabaseUrls> {
  const given = parseDatabaseUrls(env);
  if (given) return given;
  const server = await scope.acquire(
    () => startEmbeddedPostgres({ dataDir: dataDir(env), log }),
    (held) => held.release(),
  );
  return { productUrl: server.productUrl(), ownerUrl: server.url() };
}
