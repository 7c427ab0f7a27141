import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { acceptInvitation as contract } from "@/lib/contracts/invitations";
import { withArticle } from "@/lib/contracts/values/roles";
import { recordAudit } from "@/server/platform/record-audit";
import { lockAccount } from "@/server/accounts/lock-account";
import { proveEmail } from "@/server/accounts/prove-email";
import { mintCompanyId } from "@/server/platform/company-id";
import type { SessionContext } from "@/server/platform/context";
import { db, isUniqueViolation } from "@/server/platform/db";
import { ConflictError, ForbiddenError } from "@/server/platform/errors";
import { findInvitation, takeInvitation } from "./find-invitation";

/**
 * Makes the user a member, once. The invitation has to be for the account's own address; that its owner opened the
 * mailed link, in a session of the account, also proves the address (docs/decisions/0044).
 * @throws NotFoundError; ForbiddenError in a session of another address; ConflictError for a member; RateLimitedError.
 */
export async function acceptInvitation(
  ctx: SessionContext,
  { token }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { userId } = ctx;
  const invitation = await findInvitation(ctx, token);
  const { companyId, role, email, emailKey } = invitation;
  try {
    return await db("accounts").$transaction(async (tx) => {
      const user = await lockAccount(tx, ctx);
      if (user.emailKey !== emailKey) {
        throw new ForbiddenError(
          `This invitation is for ${email}, and you are signed in as ${user.email}. Sign in with that address to accept it.`,
        );
      }
      await takeInvitation(tx, invitation);
      await tx.membership.create({ data: { companyId, userId, role } });
      await proveEmail(tx, userId);
      const { id, name } = await tx.company.findUniqueOrThrow({ where: { id: companyId } });
      await recordAudit(
        tx,
        { ...ctx, companyId: mintCompanyId(companyId), role },
        { action: "member.joined", entity: "user", entityId: userId, data: { email, role } },
      );
      return {
        message: `You joined ${name} as ${withArticle(role)}`,
        company: { id, name, role },
      };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError("You are a member of this company already.");
  }
}
