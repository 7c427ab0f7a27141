import { randomBytes } from "node:crypto";
import type { User } from "@/generated/prisma/client";
import { counted } from "@/lib/counted";
import { newAddress, proveEmail, voidConfirmation } from "@/server/accounts/email-confirmations";
import { lockUser } from "@/server/accounts/find-account";
import { liveTokensOf, revokeTokensOf } from "@/server/accounts/own-api-tokens";
import { hashPassword } from "@/server/accounts/passwords";
import { voidCodes } from "@/server/accounts/reset-codes";
import { endSessions } from "@/server/accounts/sessions";
import { BY_OPERATOR, queuePasswordNotice, setPassword } from "@/server/accounts/set-password";
import { removeSecondFactor } from "@/server/accounts/two-factor/second-factor";
import { mintCompanyId } from "@/server/platform/company-id";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";

/** Ends sessions, resets and API tokens; every sign-in is refused from then on. */
export function disableAccount(email: string): Promise<string> {
  return withAccount(email, async (tx, { id, disabledAt }) => {
    if (disabledAt) return `${email} is disabled already.`;
    await tx.user.update({ where: { id }, data: { disabledAt: new Date() } });
    const sessions = await endSessions(tx, id);
    const tokens = await revokeTokensOf(tx, id, asOperator);
    await record(tx, id, "account.disabled", { sessions_ended: sessions });
    return `${email} is disabled: ${counted(sessions, "session")} ended, ${counted(tokens, "API token")} revoked. Its companies go on.`;
  });
}

export function enableAccount(email: string): Promise<string> {
  return withAccount(email, async (tx, { id, disabledAt }) => {
    if (!disabledAt) return `${email} is enabled already.`;
    await tx.user.update({ where: { id }, data: { disabledAt: null } });
    await record(tx, id, "account.enabled");
    return `${email} is enabled. Its API tokens stay revoked.`;
  });
}

/** Sets a random password, which is in the returned sentence and nowhere else. A second factor stays. */
export async function resetPasswordOf(email: string): Promise<string> {
  const password = randomBytes(15).toString("base64url");
  const passwordHash = await hashPassword(password);
  return withAccount(email, async (tx, user) => {
    await setPassword(tx, user, passwordHash, { action: "reset", requestId: null });
    const { apiTokens } = await queuePasswordNotice(tx, user);
    return [
      `The new password of ${email}, shown once: ${password}`,
      "Its owner changes it in Settings → Account. All sessions have ended.",
      ...(user.totpConfirmedAt ? ["Signing in still needs the second factor."] : []),
      ...(apiTokens.length > 0 ? [stillWork(apiTokens.length)] : []),
    ].join("\n");
  });
}

export function turnTwoFactorOff(email: string): Promise<string> {
  return withAccount(email, async (tx, { id, totpConfirmedAt }) => {
    if (!totpConfirmedAt) return `Two-factor authentication of ${email} is off already.`;
    await removeSecondFactor(tx, id);
    await record(tx, id, "two_factor.disabled");
    return `Two-factor authentication of ${email} is off. The password alone signs in now.`;
  });
}

export function endSessionsOf(email: string): Promise<string> {
  return withAccount(email, async (tx, { id }) => {
    const count = await endEverySession(tx, id);
    const tokens = await liveTokensOf(tx, id);
    const ended = `${email} is signed out: ${counted(count, "session")} ended.`;
    return tokens.length > 0 ? `${ended} ${stillWork(tokens.length)}` : ended;
  });
}

/** Signs everyone out, one account after the other. */
export async function endAllSessions(): Promise<string> {
  const open = await db("accounts").session.findMany({
    where: { revokedAt: null },
    distinct: ["userId"],
    select: { userId: true },
  });
  let count = 0;
  for (const { userId } of open) {
    count += await db("accounts").$transaction((tx) => endEverySession(tx, userId));
  }
  return `Everyone is signed out: ${counted(count, "session")} ended. API tokens still work.`;
}

export function confirmEmailOf(email: string): Promise<string> {
  return withAccount(email, async (tx, user) => {
    if (!(await proveEmail(tx, user.id))) return `${user.email} is confirmed already.`;
    if (!(await newAddress(tx, user))) await voidConfirmation(tx, user.id);
    await record(tx, user.id, "email.confirmed");
    return `${user.email} is confirmed.`;
  });
}

async function endEverySession(tx: Tx, userId: number): Promise<number> {
  const count = await endSessions(tx, userId);
  await record(tx, userId, "sessions.ended", { count, kept_current: false });
  return count;
}

function stillWork(tokens: number): string {
  return `${counted(tokens, "API token")} of this account still ${tokens === 1 ? "works" : "work"}: revoke them in Settings → People, or disable the account.`;
}

/**
 * What the operator does to one account from a terminal, in a transaction beside the running product.
 * @returns the sentence to print.
 * @throws Error with one sentence when there is no such account.
 */
function withAccount(email: string, work: (tx: Tx, user: User) => Promise<string>) {
  return db("accounts").$transaction(async (tx) => {
    const key = { emailKey: email.toLowerCase() };
    const found = await tx.user.findUnique({ where: key, select: { id: true } });
    if (!found) throw new Error(`There is no account with the address ${email}.`);
    // A pending reset may be an intruder's. Voided before the lock, in the order in which a reset locks its rows.
    await voidCodes(tx, email);
    await lockUser(tx, found.id);
    return work(tx, await tx.user.findUniqueOrThrow({ where: { id: found.id } }));
  });
}

function asOperator(companyId: string): CompanyContext {
  return { companyId: mintCompanyId(companyId), userId: null, requestId: null };
}

async function record(
  tx: Tx,
  userId: number,
  action: string,
  data: { sessions_ended?: number; count?: number; kept_current?: boolean } = {},
): Promise<void> {
  for (const { companyId } of await tx.membership.findMany({ where: { userId } })) {
    await recordAudit(tx, asOperator(companyId), {
      action,
      entity: "user",
      entityId: userId,
      data: { ...data, ...BY_OPERATOR },
    });
  }
}
