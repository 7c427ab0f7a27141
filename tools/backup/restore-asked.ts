import { rm } from "node:fs/promises";
import { join } from "node:path";
import { countSecrets } from "@/server/platform/crypto/stored-secrets";
import { writeFileAtomically } from "../process/atomic-file";
import { DISK_FULL, isDiskFull } from "../process/disk-full.mjs";
import { type Scope, supervise } from "../process/supervise";
import { type DatabaseUrls, openDatabase } from "../product/open-database";
import { noteRestore, readRestore, uploadedBackup } from "../product/restore-desk";
import { dataDir, knownSecrets } from "../product/settings";
import { connectAboveRows } from "./database-facts";
import { type Restored, restoreBackup } from "./restore-backup";
import { standIn } from "./stand-in";

const log = (line: string) => console.error(line);

/**
 * Restores the backup that the product's first page was given, unless there is an account meanwhile, and tells the page
 * how it goes. An error is for the page: the database is then as before.
 * @param port the product's, which is down.
 * @returns false when it was stopped.
 */
export async function restoreAsked(port: number): Promise<boolean> {
  let isThrough = false;
  await supervise(async (scope) => {
    await standIn(scope, port);
    const sent = (await readRestore())?.app_secret ?? "";
    log("\nRestoring the backup that the first page was given …");
    await noteRestore({ phase: "restoring", app_secret: "" });
    const outcome = await restore(scope, sent).catch((error) => ({ error: sentenceOf(error) }));
    await rm(uploadedBackup(), { force: true });
    await noteRestore({ phase: "starting", step: "", ...outcome });
    isThrough = true;
    return 0;
  });
  return isThrough;
}

async function restore(scope: Scope, sent: string) {
  // In order, without waiting for a line to be written.
  let noted = Promise.resolve();
  const tell = (line: string) => {
    log(line);
    noted = noted.then(() => noteRestore({ step: line.trim() }));
  };
  try {
    const urls = await openDatabase(scope, log);
    const options = {
      ...{ file: uploadedBackup(), replace: false, first: true, live: false },
      log: tell,
    };
    const secrets = await knownSecrets();
    const { counts, secrets: own } = await restoreBackup(scope, { ...urls, ...options, secrets });
    log(`Restored: ${counts}.`);
    return { counts, key: await settleKey(scope, urls, { own, sent }) };
  } finally {
    await noted;
  }
}

/** Takes the secret that was sent over where it alone opens what is sealed, and where this program keeps the secret. */
async function settleKey(
  scope: Scope,
  { ownerUrl }: DatabaseUrls,
  { own, sent }: { own: Restored["secrets"]; sent: string },
): Promise<"fits" | "taken" | "to_set" | "missing"> {
  if (own.sealed === own.readable) return "fits";
  if (sent === "") return "missing";
  const client = await scope.acquire(
    () => connectAboveRows(ownerUrl),
    (held) => held.end(),
  );
  const ask = async (sql: string) => (await client.query(sql)).rows;
  const { sealed, readable } = await countSecrets(ask, [sent]);
  if (readable < sealed) return "missing";
  const { APP_SECRET, DATABASE_URL } = process.env;
  if (APP_SECRET?.trim() || DATABASE_URL?.trim() || own.readable > 0) return "to_set";
  await writeFileAtomically(join(dataDir(), "app-secret"), sent);
  return "taken";
}

/** For the page: what was written for a user; anything else is a defect, and in the output. */
function sentenceOf(error: unknown): string {
  const isForUser =
    error instanceof Error &&
    (error.constructor === Error || ("code" in error && error.code === RAISED));
  console.error(isForUser ? error.message : error);
  if (isDiskFull(error)) return DISK_FULL;
  return isForUser ? error.message : "The restore failed. The program's output says why.";
}

/** PostgreSQL's code of RAISE EXCEPTION. */
const RAISED = "P0001";
