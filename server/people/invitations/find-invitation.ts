import type { Invitation } from "@/generated/prisma/client";
import type { RequestContext } from "@/server/platform/context";
import { hashToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { takeLinkTurn } from "../limits";

/** Unknown, expired, used, withdrawn: the same words. */
export function unknownLink(): NotFoundError {
  return new NotFoundError(
    "This link doesn't work. It may have expired, been used or been withdrawn. Ask for a new invitation.",
  );
}

/**
 * The open invitation that a link is about. The token is looked up by its hash: the time that takes says nothing
 * about the token.
 * @throws NotFoundError; RateLimitedError.
 */
export async function findInvitation(ctx: RequestContext, token: string): Promise<Invitation> {
  const found = await db("accounts").$transaction(async (tx) => {
    await takeLinkTurn(tx, ctx);
    return tx.invitation.findFirst({
      where: { tokenHash: hashToken(token), expiresAt: { gt: new Date() } },
    });
  });
  // Not inside: what is refused counts too.
  if (!found) throw unknownLink();
  return found;
}

/**
 * Uses an invitation up: of several at the same moment one wins.
 * @throws NotFoundError when it has been used, withdrawn or replaced meanwhile.
 */
export async function takeInvitation(tx: Tx, found: Invitation): Promise<void> {
  const { companyId, id, tokenHash, role } = found;
  const { count } = await tx.invitation.deleteMany({
    where: { companyId, id, tokenHash, role, expiresAt: { gt: new Date() } },
  });
  if (count === 0) throw unknownLink();
}
