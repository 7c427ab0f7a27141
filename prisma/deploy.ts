import { readSecretFiles } from "@/server/platform/secret-files";
import { migrate } from "./migrate";

// For containers, where everything is installed already: `node --import tsx prisma/deploy.ts`.
// On a machine of one's own `npm run migrate` does the same, for the embedded database too.
try {
  const env = readSecretFiles(process.env);
  const productUrl = env.DATABASE_URL?.trim();
  const ownerUrl = env.MIGRATE_DATABASE_URL?.trim() || productUrl;
  if (!productUrl || !ownerUrl) throw new Error("DATABASE_URL is not set.");
  const applied = await migrate(ownerUrl, { log: console.error, productUrl });
  console.error(applied.length > 0 ? `Applied ${applied.length}.` : "The database is up to date.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
