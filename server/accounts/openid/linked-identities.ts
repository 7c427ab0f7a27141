import { createHash } from "node:crypto";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type * as contracts from "@/lib/contracts/linked-identities";
import { recordAudit } from "@/server/platform/record-audit";
import { confirmPassword } from "@/server/accounts/confirm-password";
import { lockAccount } from "@/server/accounts/lock-account";
import { providerName } from "./provider-name";
import type { Identity } from "@/server/accounts/require-unchanged";
import { endSessions } from "@/server/accounts/sessions";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";

/** The linked sign-in providers of the user's account, and whether it has a password. */
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
 * Unlinks a sign-in provider and ends the other sessions, which may have started through it.
 * @throws NotFoundError when it is not linked to this account; ConflictError when it is the only way to
 * sign in; otherwise as confirmPassword and lockAccount.
 */
export async function unlinkIdentity(
  ctx: SessionContext,
  { identity_id, current_password }: BodyOf<typeof contracts.unlinkIdentity>,
): Promise<{ message: string }> {
  const { userId, sessionId } = ctx;
  await confirmPassword(ctx, current_password);
  const issuer = await db("accounts").$transaction(async (tx) => {
    // Locked, because two concurrent unlinks could otherwise remove both last ways to sign in.
    const { passwordHash } = await lockAccount(tx, ctx);
    const linked = await tx.linkedIdentity.findMany({ where: { userId } });
    const identity = linked.find((each) => identityId(each) === identity_id);
    if (!identity) throw new NotFoundError("This sign-in provider isn't linked to your account");
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
  return { message: `${providerName(issuer)} can no longer sign you in` };
}

function lastWayIn(): ConflictError {
  return new ConflictError(
    "This is your only way to sign in. Set a password with Forgot password first.",
  );
}

/** One opaque id for issuer and subject: the provider's own id of the user is not exposed. */
export function identityId({ issuer, subject }: Identity): string {
  return createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest("base64url");
}
