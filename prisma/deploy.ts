import { parseDatabaseUrls } from "@/server/platform/env";
import { readSecretFiles } from "@/server/platform/secret-files";
import { migrate } from "./migrate";

// For containers, where everything is installed already: `node --import tsx prisma/deploy.ts`.
// On a machine of one's own `npm run migrate` does the same, for the embedded database too.
try {
  const urls = parseDatabaseUrls(readSecretFiles(process.env));
  if (!urls) throw new Error("DATABASE_URL is not set.");
  const applied = await migrate(urls.ownerUrl, { log: console.error, productUrl: urls.productUrl });
  console.error(applied.length > 0 ? `Applied ${applied.length}.` : "The database is up to date.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
