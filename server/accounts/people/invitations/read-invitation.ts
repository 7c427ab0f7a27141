import type { ReadInvitation } from "@/lib/contracts/invitations";
import type { RequestContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { findInvitation } from "./find-invitation";

/**
 * What the page of a link shows: who invites to what, and nothing else of the company. Reading it uses nothing up,
 * since mail filters open links too.
 * @throws NotFoundError; RateLimitedError.
 */
export async function readInvitation(
  ctx: RequestContext,
  { token }: { token: string },
): Promise<ReadInvitation> {
  const { companyId, role, invitedBy, email, emailKey } = await findInvitation(ctx, token);
  return db("accounts").$transaction(async (tx) => {
    const { name } = await tx.company.findUniqueOrThrow({ where: { id: companyId } });
    const inviter = await tx.user.findUniqueOrThrow({ where: { id: invitedBy } });
    const names = `${inviter.firstName} ${inviter.lastName}`.trim();
    return {
      company: name,
      role,
      invited_by: names || inviter.username,
      email,
      has_account: (await tx.user.count({ where: { emailKey } })) > 0,
    };
  });
}
