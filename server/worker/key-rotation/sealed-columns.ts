import type { Provider } from "@/generated/prisma/client";
import { newTotpSecret, totpPurpose } from "@/server/accounts/two-factor/totp";
import { sealPurpose } from "@/server/connections/credentials";
import { endConnection } from "@/server/connections/disconnect";
import { accessPurpose } from "@/server/connections/oauth-states";
import { mailPurpose } from "@/server/mail/queued-mail";
import { systemContext } from "@/server/platform/company-id";
import { decrypt, type SealingKey } from "@/server/platform/crypto/cipher";
import { keyOf } from "@/server/platform/crypto/keyring";
import { db, type Tx } from "@/server/platform/db";
import { makeSecret, webhookPurpose } from "@/server/webhooks/signing";

/** The value that is sealed; undefined when no key opens it. */
export async function tryOpen({ sealed, purpose }: SealedRow): Promise<Buffer | undefined> {
  const key = await keyOf(sealed);
  return key && tryDecrypt(key, sealed, purpose);
}

function tryDecrypt(key: SealingKey, sealed: Uint8Array, purpose: string): Buffer | undefined {
  try {
    return decrypt(key, sealed, purpose);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

export interface SealedRow {
  /** The cursor of the next batch. */
  position: string;
  sealed: Uint8Array<ArrayBuffer>;
  purpose: string;
}

/** One column that holds sealed values. A column missing here loses its key when the key is deleted. */
export interface SealedColumn {
  name: string;
  /** Up to `limit` rows after `after` that were not sealed by `keyId`, in order. */
  read(tx: Tx, keyId: Uint8Array, after: string, limit: number): Promise<SealedRow[]>;
  /** Writes the new value unless the row has changed since. Returns whether it wrote. */
  replace(tx: Tx, row: SealedRow, sealed: Uint8Array): Promise<boolean>;
  /** Ends what needs the value. */
  discard(row: SealedRow): Promise<void>;
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
  /** As a user disconnects: what was read stays. */
  async discard({ position: id, sealed }) {
    const found = await db("keys").integration.findFirst({
      where: { id, credentials: sealed },
      select: { companyId: true, provider: true },
    });
    // Connected again meanwhile.
    if (!found) return;
    const { companyId, provider } = found;
    const ctx = systemContext(companyId);
    await db(ctx).$transaction((tx) => endConnection(tx, ctx, { id, provider }));
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
  /** Two-factor stays on, by recovery codes: the new secret is in no authenticator. */
  async discard({ position, sealed }) {
    const unknown = await newTotpSecret(Number(position));
    await db("keys").$executeRaw`
      UPDATE users SET totp_secret = CASE WHEN totp_confirmed_at IS NOT NULL THEN ${unknown.sealed}::bytea END
      WHERE id = ${Number(position)} AND totp_secret = ${sealed}`;
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
  async discard({ position: id }) {
    await db("jobs").mail.deleteMany({ where: { id } });
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
  /** Its receiver doesn't know the new secret: the endpoint waits, disabled, until an admin has made another. */
  async discard({ position, sealed }) {
    const unknown = await makeSecret(position);
    await db("keys").$executeRaw`
      UPDATE webhook_endpoints SET sealed_secret = ${unknown.sealedSecret},
        disabled_at = coalesce(disabled_at, now()), disabled_because = coalesce(disabled_because, 'unreadable')
      WHERE id = ${position}::uuid AND sealed_secret = ${sealed}`;
  },
};

const accessUntilChosen: SealedColumn = {
  name: "access until an account is chosen",
  async read(tx, keyId, after, limit) {
    const rows = await tx.$queryRaw<Omit<SealedRow, "purpose">[]>`
      SELECT encode(state_hash, 'hex') AS position, sealed_access AS sealed FROM oauth_states
      WHERE substring(sealed_access FROM 2 FOR 8) <> ${keyId} AND encode(state_hash, 'hex') > ${after}
      ORDER BY encode(state_hash, 'hex') LIMIT ${limit}`;
    return rows.map((row) => ({
      ...row,
      purpose: accessPurpose(Buffer.from(row.position, "hex")),
    }));
  },
  async replace(tx, { position, sealed }, fresh) {
    const written = await tx.$executeRaw`
      UPDATE oauth_states SET sealed_access = ${fresh}
      WHERE state_hash = decode(${position}, 'hex') AND sealed_access = ${sealed}`;
    return written > 0;
  },
  /** The user starts again. */
  async discard({ position }) {
    await db("keys")
      .$executeRaw`DELETE FROM oauth_states WHERE state_hash = decode(${position}, 'hex')`;
  },
};

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  integrations,
  accessUntilChosen,
  totpSecrets,
  mails,
  webhookSecrets,
];
