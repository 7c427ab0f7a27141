import { randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { Prisma } from "@/generated/prisma/client";
import { hashToken, keyedHash, randomToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";

export const CODE_MINUTES = 10;

const TRIES = 5;

const hashAddress = (email: string) => keyedHash(email.toLowerCase(), "reset-address");

const hashCode = (id: string, code: string) => keyedHash(`${id} ${code}`, "reset-code");

interface Browsers {
  /** The random id that the asking browser gets as a cookie. */
  browser: string;
  /** The one it had before. */
  replaced: string | undefined;
}

/**
 * Issues a six-digit code for an address, which only the browser that asked can verify; that browser's earlier code
 * becomes void, other browsers' stay.
 */
export async function issueCode(
  tx: Tx,
  email: string,
  { browser, replaced = "" }: Browsers,
): Promise<string> {
  const id = randomUUID();
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await tx.$executeRaw`
    WITH replaced AS (
      DELETE FROM reset_codes WHERE browser_hash = ${hashToken(replaced)} AND verified_at IS NULL
    )
    INSERT INTO reset_codes (id, address_hash, browser_hash, code_hash, expires_at)
    VALUES (${id}::uuid, ${hashAddress(email)}, ${hashToken(browser)}, ${hashCode(id, code)},
      now() + make_interval(mins => ${CODE_MINUTES}))`;
  return code;
}

/**
 * Verifies a code. Each try is counted before the comparison, so the limit of five also holds for
 * concurrent tries.
 * @returns the grant that lets one browser choose a new password; null when the code is wrong, used, expired, locked,
 * missing or another browser's, without distinction.
 */
export async function redeemCode({
  browser,
  email,
  code,
}: {
  browser: string;
  email: string;
  code: string;
}): Promise<string | null> {
  const [row] = await db("accounts").$queryRaw<{ id: string; code_hash: Uint8Array }[]>`
    UPDATE reset_codes SET attempts = attempts + 1
    WHERE browser_hash = ${hashToken(browser)} AND address_hash = ${hashAddress(email)}
      AND attempts < ${TRIES} AND verified_at IS NULL AND expires_at > now()
    RETURNING id, code_hash`;
  if (!row || !timingSafeEqual(row.code_hash, hashCode(row.id, code))) return null;
  const grant = randomToken();
  const verified = await db("accounts").$executeRaw`
    UPDATE reset_codes SET verified_at = now(), grant_hash = ${hashToken(grant)}
    WHERE id = ${row.id}::uuid AND verified_at IS NULL`;
  return verified === 1 ? grant : null;
}

/** Whether a grant for this address could be redeemed now. */
export async function isGrant(email: string, grant: string): Promise<boolean> {
  const rows = await db("accounts").$queryRaw<
    unknown[]
  >`SELECT 1 FROM reset_codes ${ofGrant(email, grant)}`;
  return rows.length > 0;
}

function ofGrant(email: string, grant: string): Prisma.Sql {
  return Prisma.sql`
    WHERE grant_hash = ${hashToken(grant)} AND address_hash = ${hashAddress(email)}
      AND verified_at > now() - make_interval(secs => ${RESET_GRANT.maxAgeSeconds})`;
}

/** Redeems a grant for this address, once, and voids all other pending resets of the address. */
export async function redeemGrant(tx: Tx, email: string, grant: string): Promise<boolean> {
  const taken = await tx.$executeRaw`DELETE FROM reset_codes ${ofGrant(email, grant)}`;
  if (taken === 0) return false;
  await voidCodes(tx, email);
  return true;
}

/** Voids every pending reset of an address. */
export async function voidCodes(tx: Tx, email: string): Promise<void> {
  await tx.resetCode.deleteMany({ where: { addressHash: hashAddress(email) } });
}

const GRANT_MINUTES = 10;

/** The cookie that binds a verified reset code to the browser that verified it. */
export const RESET_GRANT = { name: "reset_grant", maxAgeSeconds: GRANT_MINUTES * 60 };

/** The cookie that binds a code to the browser that asked for it. */
export const RESET_BROWSER = { name: "reset_browser", maxAgeSeconds: CODE_MINUTES * 60 };
