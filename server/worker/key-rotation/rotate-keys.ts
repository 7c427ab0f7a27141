import { Prisma } from "@/generated/prisma/client";
import { counted } from "@/lib/counted";
import { encrypt, randomKey, type SealingKey } from "@/server/platform/crypto/cipher";
import {
  countReadable,
  hasKey,
  newestKey,
  reloadKeys,
  wrapKey,
} from "@/server/platform/crypto/keyring";
import { db } from "@/server/platform/db";
import { SEALED_COLUMNS, type SealedColumn, type SealedRow, tryOpen } from "./sealed-columns";

const BATCH = 100;
/** Well above the time for which a running process may still seal with a cached key. */
const REST_MINUTES = 10;

interface Rotation {
  /** The number of values that were resealed. */
  resealed: number;
  /** Values that no known key opens: their provider or two-factor has to be set up again. */
  lost: number;
  /** Older keys that were deleted. */
  deleted: number;
  /** Older keys that running processes may still seal with; a later run deletes them. */
  resting: number;
}

/**
 * Creates a key, or resumes an interrupted rotation, and reseals all values with it, one transaction per
 * batch. Values that change during the rotation are skipped, and both keys stay readable. Deletes unused keys. `finish`
 * creates no key: it only reseals values that were still sealed with the old key.
 * @throws Error when the given secrets open nothing, or not the key of an unfinished rotation that values depend on.
 */
export async function rotateKeys(
  log: (line: string) => void,
  { finish = false }: { finish?: boolean } = {},
): Promise<Rotation> {
  reloadKeys();
  await requireOpening();
  const key = finish ? await newestKey() : await beginRotation(log);
  let [resealed, lost] = [0, 0];
  for (const column of SEALED_COLUMNS) {
    const result = await resealColumn(column, key, log);
    resealed += result.resealed;
    lost += result.lost;
  }
  if (lost === 0) await complete(key);
  return { resealed, lost, ...(await deleteUnused()) };
}

/** A key under a wrong secret would stand in the way of the right one. */
async function requireOpening(): Promise<void> {
  const { sealed, readable } = await countReadable();
  if (sealed === 0 || readable > 0) return;
  throw new Error(
    `APP_SECRET opens nothing of what is sealed in the database (${counted(sealed, "value")}), so nothing was changed. Set it, or APP_SECRET_PREVIOUS, to the secret of before; if that is lost, npm run rotate-keys -- --forget says what to do.`,
  );
}

/** An unfinished rotation; one that sealed nothing, under a secret that isn't known here, is dropped. */
async function findUnfinished() {
  const unfinished = await db("keys").sealingKey.findFirst({ where: { completedAt: null } });
  if (!unfinished || (await hasKey(unfinished.id))) return unfinished;
  const dropped = await db("keys").$executeRaw`
    DELETE FROM sealing_keys k WHERE id = ${unfinished.id} AND ${isUnused}`;
  return dropped > 0 ? null : unfinished;
}

async function beginRotation(log: (line: string) => void): Promise<SealingKey> {
  const unfinished = await findUnfinished();
  if (unfinished) {
    log("Resuming the unfinished rotation …");
  } else {
    const fresh = randomKey();
    await db("keys").sealingKey.create({
      data: { id: new Uint8Array(fresh.id), wrapped: wrapKey(fresh) },
    });
    log("Created a new key.");
  }
  reloadKeys();
  const newest = await newestKey();
  if (unfinished && !newest.id.equals(unfinished.id)) {
    throw new Error(
      "The unfinished rotation used another APP_SECRET. Set APP_SECRET_PREVIOUS to that secret.",
    );
  }
  return newest;
}

async function resealColumn(column: SealedColumn, key: SealingKey, log: (line: string) => void) {
  let [resealed, lost, after] = [0, 0, ""];
  for (;;) {
    const batch = await resealBatch(column, key, after);
    if (batch.last === undefined) break;
    after = batch.last;
    resealed += batch.resealed;
    lost += batch.lost;
    log(`${column.name}: ${resealed} re-encrypted`);
  }
  return { resealed, lost };
}

function resealBatch(column: SealedColumn, key: SealingKey, after: string) {
  return db("keys").$transaction(async (tx) => {
    const rows = await column.read(tx, new Uint8Array(key.id), after, BATCH);
    let [resealed, lost] = [0, 0];
    for (const row of rows) {
      const fresh = await reseal(row, key);
      if (!fresh) lost += 1;
      else if (await column.replace(tx, row, fresh)) resealed += 1;
    }
    return { last: rows.at(-1)?.position, resealed, lost };
  });
}

/** Undefined when no key opens the value: the other values are still resealed. */
async function reseal(row: SealedRow, key: SealingKey) {
  const plain = await tryOpen(row);
  return plain && encrypt(key, plain, row.purpose);
}

async function complete(key: SealingKey): Promise<void> {
  await db("keys").sealingKey.updateMany({
    where: { id: new Uint8Array(key.id), completedAt: null },
    data: { completedAt: new Date() },
  });
}

/** Of a row `k` of sealing_keys. */
const isUnused = Prisma.sql`
  NOT EXISTS (SELECT FROM integrations WHERE substring(credentials FROM 2 FOR 8) = k.id)
  AND NOT EXISTS (SELECT FROM users WHERE substring(totp_secret FROM 2 FOR 8) = k.id)
  AND NOT EXISTS (SELECT FROM mails WHERE substring(sealed FROM 2 FOR 8) = k.id)
  AND NOT EXISTS (SELECT FROM webhook_endpoints
    WHERE substring(sealed_secret FROM 2 FOR 8) = k.id)`;

/** Deletes unused keys that are older than a key whose rotation finished long enough ago. */
function deleteUnused(): Promise<{ deleted: number; resting: number }> {
  return db("keys").$transaction(async (tx) => {
    const deleted = await tx.$executeRaw`
      DELETE FROM sealing_keys k
      WHERE created_at < (SELECT max(created_at) FROM sealing_keys
          WHERE completed_at < now() - make_interval(mins => ${REST_MINUTES}))
        AND ${isUnused}`;
    return { deleted, resting: Math.max(0, (await tx.sealingKey.count()) - 1) };
  });
}
