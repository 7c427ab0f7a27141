import { db, type Tx } from "@/server/platform/db";
import { isDatabaseUnavailable } from "@/server/platform/is-database-unavailable";
import { log } from "@/server/platform/logger";
import { singleton } from "@/server/platform/singleton";

/** Whether anybody has an account here. @throws as the database. */
export async function hasAccounts(tx: Pick<Tx, "$queryRaw"> = db("accounts")): Promise<boolean> {
  const [row] = await tx.$queryRaw<[{ any: boolean }]>`SELECT EXISTS (SELECT FROM users) AS any`;
  return row.any;
}

const known = singleton("accounts", (): { exist: boolean } => ({ exist: false }));

/**
 * Whether pages offer to restore a backup in place of a first account. Asked of the database only until there was an
 * account; false while it is unavailable.
 */
export async function isNewInstallation(): Promise<boolean> {
  if (known.exist) return false;
  try {
    known.exist = await hasAccounts();
    return !known.exist;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    log().warn({ error }, "whether this installation is new is unknown");
    return false;
  }
}
