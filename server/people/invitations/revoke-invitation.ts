import type { BodyOf } from "@/lib/contracts/endpoint";
import type { revokeInvitation as contract } from "@/lib/contracts/people";
import { recordAudit } from "@/server/audit/record-audit";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";

/** Withdraws an invitation, also in a mail that is still on its way. @throws NotFoundError. */
export function revokeInvitation(
  ctx: SessionContext,
  { invitation_id: id }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  return db(ctx).$transaction(async (tx) => {
    const found = await tx.invitation.findUnique({ where: { companyId_id: { companyId, id } } });
    const { count } = await tx.invitation.deleteMany({ where: { companyId, id } });
    if (!found || count === 0) {
      throw new NotFoundError("This invitation is gone: accepted or withdrawn.");
    }
    await recordAudit(tx, ctx, {
      action: "member.invitation_revoked",
      entity: "company",
      entityId: companyId,
      data: { email: found.email, role: found.role },
    });
    return { message: "Invitation withdrawn" };
  });
}
