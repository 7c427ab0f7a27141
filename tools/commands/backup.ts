import { join, resolve } from "node:path";
import { createBackup } from "../backup/create-backup";
import { supervise } from "../process/supervise";
import { openDatabase } from "../product/open-database";
import { dataDir } from "../product/settings";

const log = (line: string) => console.error(line);
const USAGE = "Usage: npm run backup [-- FILE] [--portable]";

/** `npm run backup [-- FILE]`: the whole database as one file, while the product may keep running. */
export function main(args: string[]): Promise<number> {
  const [name, ...rest] = args.filter((arg) => arg !== "--portable");
  if (rest.length > 0 || name?.startsWith("-")) throw new Error(USAGE);
  const file = resolve(
    process.env.INIT_CWD ?? "",
    name ?? join(dataDir(), "backups", defaultName()),
  );
  return supervise(async (scope) => {
    const { ownerUrl: url } = await openDatabase(scope, log);
    const portable = args.includes("--portable");
    const counts = await createBackup(scope, { url, file, portable, log });
    log(`\nBackup written: ${file}\nContents: ${counts}.\n\n${whatIsMissing()}`);
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
  return `The key is NOT in the backup. Store ${secret}, in a separate safe place.
Without it, a restore works, but you must reconnect every provider and use recovery codes for two-factor.
Anyone with both the file and the key has your providers' credentials.`;
}
