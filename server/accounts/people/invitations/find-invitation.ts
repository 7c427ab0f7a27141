import type { Invitation } from "@/generated/prisma/client";
import type { RequestContext } from "@/server/platform/context";
import { hashToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { takeLinkTurn } from "../limits";

/** Unknown, expired, used or withdrawn: the same words. */
export function unknownLink(): NotFoundError {
  return new NotFoundError(
    "This link doesn't work. It may have expired, been used or been withdrawn. Ask for a new invitation.",
  );
}

/** Only a link that was mailed gets here: it names neither the company nor the address. */
function replacedLink(): NotFoundError {
  return new NotFoundError(
    "A newer invitation replaced this one. Open the link in the newest email that you got.",
  );
}

/**
 * The open invitation that a link is about. The token is looked up by its hash: the time that takes says nothing
 * about the token.
 * @throws NotFoundError; RateLimitedError.
 */
export async function findInvitation(ctx: RequestContext, token: string): Promise<Invitation> {
  const tokenHash = hashToken(token);
  const expiresAt = { gt: new Date() };
  const { found, newer } = await db("accounts").$transaction(async (tx) => {
    await takeLinkTurn(tx, ctx);
    const found = await tx.invitation.findFirst({ where: { tokenHash, expiresAt } });
    // Mails may arrive in another order than they were sent, and after a withdrawal.
    const replaced = { replaced: { has: tokenHash }, expiresAt };
    return { found, newer: found ? 0 : await tx.invitation.count({ where: replaced }) };
  });
  // Not inside: what is refused counts too.
  if (!found) throw newer > 0 ? replacedLink() : unknownLink();
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
