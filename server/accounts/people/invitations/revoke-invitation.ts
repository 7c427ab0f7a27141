import type { BodyOf } from "@/lib/contracts/endpoint";
import type { revokeInvitation as contract } from "@/lib/contracts/people";
import { recordAudit } from "@/server/platform/record-audit";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { withdrawInvitations } from "./withdraw-invitations";

/** Withdraws an invitation, also in a mail that is still on its way. @throws NotFoundError. */
export function revokeInvitation(
  ctx: SessionContext,
  { invitation_id: id }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  return db(ctx).$transaction(async (tx) => {
    const [withdrawn] = await withdrawInvitations(tx, companyId, { id });
    if (!withdrawn) throw new NotFoundError("This invitation is gone: accepted or withdrawn.");
    await recordAudit(tx, ctx, {
      action: "member.invitation_revoked",
      entity: "company",
      entityId: companyId,
      data: withdrawn,
    });
    return { message: "Invitation withdrawn" };
  });
}
