import type { User } from "@/generated/prisma/client";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { changePassword as contract } from "@/lib/contracts/passwords";
import { describeProvider, isLedger } from "@/lib/providers/list";
import { passwordChangedMail } from "@/server/mail/account-mails";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import { plainName } from "@/server/mail/rich-mail";
import { mintCompanyId } from "@/server/platform/company-id";
import type { SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { wordsOf } from "@/server/work/ledger-words";
import { rememberDevice } from "./device-cookies";
import { newAddress, voidConfirmation } from "./email-confirmations";
import { lockAccount, lockUser } from "./find-account";
import { liveTokensOf } from "./own-api-tokens";
import { hashPassword, verifyPassword } from "./passwords";
import type { Removed } from "./remove-unproved";
import { voidCodes } from "./reset-codes";
import { endSessions } from "./sessions";
import { throttledInSession } from "./throttle";

/** In the audit row of what the operator does to an account: users have no row for the operator. */
export const BY_OPERATOR = { by: "operator" } as const;

interface Change {
  action: "changed" | "reset";
  /** Null: outside a request, by the operator. */
  requestId: string | null;
  /** The session to keep; all others end. */
  keepSession?: string;
}

/**
 * Sets a new password, ends the account's sessions, cancels a change of address that waits for its proof, and
 * writes the audit rows.
 */
export async function setPassword(
  tx: Tx,
  user: User,
  passwordHash: string,
  { action, requestId, keepSession }: Change,
): Promise<void> {
  // Locked first: a concurrent sign-in with the old password is either among the sessions ended below or
  // sees the new password (see requireUnchanged). Sign-ins waiting for a second factor become void.
  await lockUser(tx, user.id);
  await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
  await tx.signInChallenge.deleteMany({ where: { userId: user.id } });
  // An intruder may have requested it.
  if (await newAddress(tx, user)) await voidConfirmation(tx, user.id);
  const ended = await endSessions(tx, user.id, keepSession ? { except: keepSession } : {});
  const memberships = await tx.membership.findMany({ where: { userId: user.id } });
  const byOperator = requestId === null;
  for (const { companyId, role } of memberships) {
    const actor = byOperator ? { userId: null } : { userId: user.id, role };
    await recordAudit(
      tx,
      { companyId: mintCompanyId(companyId), ...actor, requestId },
      {
        action: `account.password_${action}`,
        entity: "user",
        entityId: user.id,
        data: { sessions_ended: ended, ...(byOperator && BY_OPERATOR) },
      },
    );
  }
}

const NOTE_LIFETIME_SECONDS = 3 * 24 * 3_600;

/**
 * Queues the notice of a new password to the account's owner; it names the API tokens that outlive it.
 * @returns the mail's id, to announce after the commit (null while the address is unproved: it may be a stranger's), and
 * the tokens' names.
 */
export async function queuePasswordNotice(
  tx: Tx,
  { id, username, email, emailVerifiedAt }: User,
  removed?: Removed,
): Promise<{ mailId: string | null; apiTokens: string[] }> {
  const live = await liveTokensOf(tx, id);
  const apiTokens = live.map(({ name }) => name);
  if (!emailVerifiedAt) return { mailId: null, apiTokens };
  const text = passwordChangedMail(username, new Date(), {
    removed: removedWords(removed),
    apiTokens: live.map(
      ({ name, company }) =>
        `${plainName(name) || "without a name"} (${plainName(company) || "your company"})`,
    ),
  });
  const mail = { to: email, ...text };
  const mailId = await queueMail(tx, mail, { lifetimeSeconds: NOTE_LIFETIME_SECONDS });
  return { mailId, apiTokens };
}

/** What the answer to a new password says of them. */
export function apiTokensInWords(apiTokens: string[]): { api_tokens?: string[] } {
  return apiTokens.length > 0 ? { api_tokens: apiTokens } : {};
}

/** QuickBooks where none of them is known. */
function booksOf(connections: Removed["connections"]): string {
  const ledgers = connections.flatMap(({ provider }) => (isLedger(provider) ? [provider] : []));
  const names = new Set(ledgers.map((provider) => describeProvider(provider).name));
  return new Intl.ListFormat("en").format(names) || wordsOf(null).name;
}

function removedWords(removed: Removed | undefined): string[] {
  if (!removed) return [];
  return [
    ...(removed.twoFactor ? ["two-factor authentication"] : []),
    ...(removed.identities > 0 ? ["linked sign-in providers"] : []),
    ...(removed.apiTokens > 0 ? ["API tokens"] : []),
    ...(removed.connections.length > 0
      ? [`connections to payment processors and ${booksOf(removed.connections)}`]
      : []),
  ];
}

/**
 * Changes the signed-in user's password and ends all their other sessions and resets.
 * @throws UnusableInputError when the current password is wrong (not 401: the session is fine);
 * RateLimitedError; otherwise as lockAccount.
 */
export function changePassword(
  ctx: SessionContext,
  { current_password, new_password }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { userId } = ctx;
  return throttledInSession("change-password", ctx, async () => {
    const { email, passwordHash } = await db("accounts").user.findUniqueOrThrow({
      where: { id: userId },
    });
    if (!(await verifyPassword(passwordHash, current_password))) throw wrongPassword();
    const newHash = await hashPassword(new_password);
    const apiTokens = await throttledInSession("set-password", ctx, () =>
      replace(ctx, { email, passwordHash, newHash }),
    );
    // The new password has voided the cookie of every browser.
    rememberDevice(ctx.cookies, { id: userId, passwordHash: newHash });
    return { message: "Password changed successfully", ...apiTokensInWords(apiTokens) };
  });
}

interface Replacement {
  email: string;
  /** The one that was checked. */
  passwordHash: string | null;
  newHash: string;
}

/** @returns the names of the API tokens that keep working. */
async function replace(
  ctx: SessionContext,
  { email, passwordHash, newHash }: Replacement,
): Promise<string[]> {
  const { requestId, sessionId } = ctx;
  const { mailId, apiTokens } = await db("accounts").$transaction(async (tx) => {
    // A pending reset may be the reason for the change. Voided before the lock, in the order in which a
    // reset locks its rows.
    await voidCodes(tx, email);
    const user = await lockAccount(tx, ctx);
    // Another change may have committed first: the password that was checked must still be current.
    if (user.passwordHash !== passwordHash) throw wrongPassword();
    const change = { action: "changed", requestId, keepSession: sessionId } as const;
    await setPassword(tx, user, newHash, change);
    return queuePasswordNotice(tx, user);
  });
  if (mailId) await announceMail(mailId);
  return apiTokens;
}

function wrongPassword(): UnusableInputError {
  return new UnusableInputError("Failed to change password. Please try again.", {
    fields: { current_password: "This isn't your current password" },
  });
}
