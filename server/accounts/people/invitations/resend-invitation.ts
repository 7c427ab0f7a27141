import type { BodyOf } from "@/lib/contracts/endpoint";
import type { resendInvitation as contract } from "@/lib/contracts/people";
import { recordAudit } from "@/server/platform/record-audit";
import { announceMail } from "@/server/mail/queued-mail";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { lockMembers, requireManager, requireOwnerFor } from "../lock-members";
import { mailInvitation, newLink, replacedLinks, requireProvedAddress } from "./mail-invitation";

/**
 * Mails an invitation anew; its earlier link stops working. It is the caller's from now on.
 * @throws NotFoundError; ForbiddenError and RateLimitedError as invite.
 */
export async function resendInvitation(
  ctx: SessionContext,
  { invitation_id: id }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId, userId } = ctx;
  const { email, mailId } = await db("accounts").$transaction(async (tx) => {
    const { own } = await lockMembers(tx, ctx, userId);
    requireManager(own);
    await requireProvedAddress(tx, userId);
    const key = { companyId_id: { companyId, id } };
    const found = await tx.invitation.findUnique({ where: key });
    if (!found) throw new NotFoundError("This invitation is gone: accepted or withdrawn.");
    const { email, role } = found;
    requireOwnerFor(role, own);
    const { token, ...link } = newLink();
    await tx.invitation.update({
      where: key,
      data: {
        ...link,
        replaced: replacedLinks(found),
        invitedBy: userId,
        createdAt: new Date(),
      },
    });
    await recordAudit(tx, ctx, {
      action: "member.invited",
      entity: "company",
      entityId: companyId,
      data: { email, role },
    });
    return { email, mailId: await mailInvitation(tx, ctx, { email, role, token }) };
  });
  await announceMail(mailId);
  return { message: `Invitation sent to ${email}` };
}
