import { randomInt } from "node:crypto";
import { hashToken } from "@/server/crypto/tokens";
import type { Tx } from "@/server/db";

const COUNT = 10;
// Crockford's Base32: nothing that looks like something else.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 24;

/**
 * Replaces a person's recovery codes.
 * @returns the new ones, "abcd-efgh-jkmn-pqrs-tvwx-yz01", for showing once.
 */
export async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashOf(code) })),
  });
  return codes;
}

/** Uses up a recovery code, however it is typed. @returns false when there is no such unused one. */
export async function takeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { userId, codeHash: hashOf(code), usedAt: null },
    data: { usedAt: new Date() },
  });
  return count === 1;
}

function newCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(32)));
  return characters.join("").replace(/(.{4})(?=.)/g, "$1-");
}

// 120 random bits: beyond search, also of all accounts' codes at once, so they need no slow hash.
function hashOf(code: string): Uint8Array<ArrayBuffer> {
  const plain = code.toLowerCase().replace(/[^0-9a-z]/g, "");
  return hashToken(plain.replaceAll("o", "0").replace(/[il]/g, "1"));
}
