import { join, resolve } from "node:path";
import { createBackup } from "../lib/backup/create-backup";
import { openDatabase } from "../lib/database";
import { dataDir } from "../lib/settings";
import { supervise } from "../lib/supervise";

const log = (line: string) => console.error(line);
const USAGE = "Usage: npm run backup [-- FILE] [--portable]";

/** `npm run backup [-- FILE]`: everything in the database as one file, while the product may run. */
export function main(args: string[]): Promise<number> {
  const [name, ...rest] = args.filter((arg) => arg !== "--portable");
  if (rest.length > 0 || name?.startsWith("-")) throw new Error(USAGE);
  const file = resolve(
    process.env.INIT_CWD ?? "",
    name ?? join(dataDir(), "backups", defaultName()),
  );
  return supervise(async (scope) => {
    const url = await openDatabase(scope, log);
    const portable = args.includes("--portable");
    const counts = await createBackup(scope, { url, file, portable, log });
    log(`\nBackup written: ${file}\nIn it: ${counts}.\n\n${whatIsMissing()}`);
    return 0;
  });
}

function defaultName(): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  return `deposit-matcher-${time}Z.backup`;
}

function whatIsMissing(): string {
  const secret = process.env.APP_SECRET?.trim()
    ? "APP_SECRET"
    : `APP_SECRET, the file ${join(dataDir(), "app-secret")}`;
  return `NOT in the backup: the key. Keep ${secret}, in another safe place: without it
everything is restored, but every provider must be connected again, and two-factor takes recovery codes only.
Whoever has both the file and the key has your providers' credentials.`;
}
