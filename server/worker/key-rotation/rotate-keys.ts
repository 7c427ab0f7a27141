import type { Provider } from "@/generated/prisma/client";
import { totpPurpose } from "@/server/accounts/two-factor/totp";
import { sealPurpose } from "@/server/connections/credentials";
import { mailPurpose } from "@/server/mail/queued-mail";
import { decrypt, encrypt, randomKey, type SealingKey } from "@/server/platform/crypto/cipher";
import { keyOf, newestKey, reloadKeys, wrapKey } from "@/server/platform/crypto/keyring";
import { db, type Tx } from "@/server/platform/db";
import { webhookPurpose } from "@/server/webhooks/signing";

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
 * @throws Error when the unfinished rotation's key cannot be opened with the given secrets.
 */
export async function rotateKeys(
  log: (line: string) => void,
  { finish = false }: { finish?: boolean } = {},
): Promise<Rotation> {
  reloadKeys();
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

async function beginRotation(log: (line: string) => void): Promise<SealingKey> {
  const unfinished = await db("keys").sealingKey.findFirst({ where: { completedAt: null } });
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
async function reseal({ sealed, purpose }: SealedRow, key: SealingKey) {
  const old = await keyOf(sealed);
  const plain = old && tryDecrypt(old, sealed, purpose);
  return plain && encrypt(key, plain, purpose);
}

function tryDecrypt(key: SealingKey, sealed: Uint8Array, purpose: string): Buffer | undefined {
  try {
    return decrypt(key, sealed, purpose);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

async function complete(key: SealingKey): Promise<void> {
  await db("keys").sealingKey.updateMany({
    where: { id: new Uint8Array(key.id), completedAt: null },
    data: { completedAt: new Date() },
  });
}

/** Deletes unused keys that are older than a key whose rotation finished long enough ago. */
function deleteUnused(): Promise<{ deleted: number; resting: number }> {
  return db("keys").$transaction(async (tx) => {
    const deleted = await tx.$executeRaw`
      DELETE FROM sealing_keys k
      WHERE created_at < (SELECT max(created_at) FROM sealing_keys
          WHERE completed_at < now() - make_interval(mins => ${REST_MINUTES}))
        AND NOT EXISTS (SELECT FROM integrations WHERE substring(credentials FROM 2 FOR 8) = k.id)
        AND NOT EXISTS (SELECT FROM users WHERE substring(totp_secret FROM 2 FOR 8) = k.id)
        AND NOT EXISTS (SELECT FROM mails WHERE substring(sealed FROM 2 FOR 8) = k.id)
        AND NOT EXISTS (SELECT FROM webhook_endpoints
          WHERE substring(sealed_secret FROM 2 FOR 8) = k.id)`;
    return { deleted, resting: Math.max(0, (await tx.sealingKey.count()) - 1) };
  });
}

interface SealedRow {
  /** The cursor of the next batch. */
  position: string;
  sealed: Uint8Array<ArrayBuffer>;
  purpose: string;
}

/** One column that holds sealed values. A column missing here loses its key when the key is deleted. */
interface SealedColumn {
  name: string;
  /** Up to `limit` rows after `after` that were not sealed by `keyId`, in order. */
  read(tx: Tx, keyId: Uint8Array, after: string, limit: number): Promise<SealedRow[]>;
  /** Writes the new value unless the row has changed since. Returns whether it wrote. */
  replace(tx: Tx, row: SealedRow, sealed: Uint8Array): Promise<boolean>;
}

interface SealedIntegration {
  position: string;
  sealed: Uint8Array<ArrayBuffer>;
  company_id: string;
  provider: Provider;
  external_account_id: string;
}

// Bytes 2 to 9 of a sealed value are its key's id (server/platform/crypto/cipher.ts).
const integrations: SealedColumn = {
  name: "provider credentials",
  async read(tx, keyId, after, limit) {
    const rows = await tx.$queryRaw<SealedIntegration[]>`
      SELECT id::text AS position, credentials AS sealed, company_id::text AS company_id,
        provider::text AS provider, external_account_id
      FROM integrations
      WHERE substring(credentials FROM 2 FOR 8) <> ${keyId} AND id::text > ${after}
      ORDER BY id::text LIMIT ${limit}`;
    return rows.map(({ position, sealed, company_id: companyId, provider, ...row }) => ({
      position,
      sealed,
      purpose: sealPurpose({ companyId, provider, externalAccountId: row.external_account_id }),
    }));
  },
  async replace(tx, { position, sealed }, fresh) {
    const written = await tx.$executeRaw`
      UPDATE integrations SET credentials = ${fresh}
      WHERE id = ${position}::uuid AND credentials = ${sealed}`;
    return written > 0;
  },
};

const totpSecrets: SealedColumn = {
  name: "two-factor secrets",
  async read(tx, keyId, after, limit) {
    const rows = await tx.$queryRaw<{ id: number; sealed: Uint8Array<ArrayBuffer> }[]>`
      SELECT id, totp_secret AS sealed FROM users
      WHERE substring(totp_secret FROM 2 FOR 8) <> ${keyId} AND id > ${Number(after)}
      ORDER BY id LIMIT ${limit}`;
    return rows.map(({ id, sealed }) => ({
      position: String(id),
      sealed,
      purpose: totpPurpose(id),
    }));
  },
  async replace(tx, { position, sealed }, fresh) {
    const written = await tx.$executeRaw`
      UPDATE users SET totp_secret = ${fresh}
      WHERE id = ${Number(position)} AND totp_secret = ${sealed}`;
    return written > 0;
  },
};

const mails: SealedColumn = {
  name: "waiting mails",
  async read(tx, keyId, after, limit) {
    const rows = await tx.$queryRaw<Omit<SealedRow, "purpose">[]>`
      SELECT id::text AS position, sealed FROM mails
      WHERE substring(sealed FROM 2 FOR 8) <> ${keyId} AND id::text > ${after}
      ORDER BY id::text LIMIT ${limit}`;
    return rows.map((row) => ({ ...row, purpose: mailPurpose(row.position) }));
  },
  async replace(tx, { position, sealed }, fresh) {
    const written = await tx.$executeRaw`
      UPDATE mails SET sealed = ${fresh} WHERE id = ${position}::uuid AND sealed = ${sealed}`;
    return written > 0;
  },
};

const webhookSecrets: SealedColumn = {
  name: "webhook secrets",
  async read(tx, keyId, after, limit) {
    const rows = await tx.$queryRaw<Omit<SealedRow, "purpose">[]>`
      SELECT id::text AS position, sealed_secret AS sealed FROM webhook_endpoints
      WHERE substring(sealed_secret FROM 2 FOR 8) <> ${keyId} AND id::text > ${after}
      ORDER BY id::text LIMIT ${limit}`;
    return rows.map((row) => ({ ...row, purpose: webhookPurpose(row.position) }));
  },
  async replace(tx, { position, sealed }, fresh) {
    const written = await tx.$executeRaw`
      UPDATE webhook_endpoints SET sealed_secret = ${fresh}
      WHERE id = ${position}::uuid AND sealed_secret = ${sealed}`;
    return written > 0;
  },
};

const SEALED_COLUMNS: readonly SealedColumn[] = [integrations, totpSecrets, mails, webhookSecrets];
