import { migrate } from "./migrate";

// For containers, where everything is installed already: `node --import tsx prisma/deploy.ts`.
// On a machine of one's own `npm run migrate` does the same, for the embedded database too.
const url = process.env.DATABASE_URL?.trim();
try {
  if (!url) throw new Error("DATABASE_URL is not set.");
  const applied = await migrate(url, { log: console.error });
  console.error(applied.length > 0 ? `Applied ${applied.length}.` : "The database is up to date.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
