import { createHash } from "node:crypto";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type * as contracts from "@/lib/contracts/linked-identities";
import { recordAudit } from "@/server/audit/record";
import { confirmPassword } from "@/server/auth/confirm-password";
import { lockAccount } from "@/server/auth/lock-account";
import { providerName } from "@/server/auth/openid/provider-name";
import type { Identity } from "@/server/auth/require-unchanged";
import { endSessions } from "@/server/auth/sessions";
import type { SessionContext } from "@/server/context";
import { db } from "@/server/db";
import { ConflictError, NotFoundError } from "@/server/errors";

/** The sign-in providers that lead to this person's account, and whether a password does too. */
export async function listLinkedIdentities({
  userId,
}: SessionContext): Promise<ResponseOf<typeof contracts.listLinkedIdentities>> {
  const { passwordHash, identities } = await db("accounts").user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      passwordHash: true,
      identities: { orderBy: [{ createdAt: "asc" }, { issuer: "asc" }, { subject: "asc" }] },
    },
  });
  return {
    identities: identities.map((identity) => ({
      id: identityId(identity),
      provider: providerName(identity.issuer),
      email: identity.email,
      linked_at: identity.createdAt.toISOString(),
    })),
    has_password: passwordHash !== null,
  };
}

/**
 * Takes a sign-in provider from an account and ends the other sessions, which may have begun there.
 * @throws NotFoundError when it is not linked to this account; ConflictError when it is the last way in;
 * else as confirmPassword and lockAccount.
 */
export async function unlinkIdentity(
  ctx: SessionContext,
  { identity_id, current_password }: BodyOf<typeof contracts.unlinkIdentity>,
): Promise<{ message: string }> {
  const { userId, sessionId } = ctx;
  await confirmPassword(ctx, current_password);
  const issuer = await db("accounts").$transaction(async (tx) => {
    // Locked, or of two that are unlinked at the same moment neither would be the last.
    const { passwordHash } = await lockAccount(tx, ctx);
    const linked = await tx.linkedIdentity.findMany({ where: { userId } });
    const identity = linked.find((each) => identityId(each) === identity_id);
    if (!identity) throw new NotFoundError("This sign-in provider is not linked to your account");
    if (passwordHash === null && linked.length === 1) throw lastWayIn();
    const { issuer, subject } = identity;
    await tx.linkedIdentity.delete({ where: { issuer_subject: { issuer, subject } } });
    const ended = await endSessions(tx, userId, { except: sessionId });
    await recordAudit(tx, ctx, {
      action: "identity.unlinked",
      entity: "user",
      entityId: userId,
      data: { issuer, subject, sessions_ended: ended },
    });
    return issuer;
  });
  return { message: `${providerName(issuer)} no longer signs you in` };
}

function lastWayIn(): ConflictError {
  return new ConflictError(
    "This is your only way to sign in. Set a password with Forgot password first.",
  );
}

/** One text for both halves of the key; the provider's own name for a person is not handed around. */
export function identityId({ issuer, subject }: Identity): string {
  return createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest("base64url");
}
