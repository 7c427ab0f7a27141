import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";

/** A PostgreSQL in a temporary folder, fast rather than durable, deleted on release. */
export async function startThrowawayPostgres(
  log: (line: string) => void,
): Promise<EmbeddedPostgres & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), "deposit-matcher-"));
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const release = async () => {
    await server.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...server, dataDir, release };
}
