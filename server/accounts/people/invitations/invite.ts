import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { invite as contract } from "@/lib/contracts/people";
import { recordAudit } from "@/server/platform/record-audit";
import { announceMail } from "@/server/mail/queued-mail";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { lockMembers, requireManager, requireOwnerFor } from "../lock-members";
import { mailInvitation, newLink, replacedLinks, requireProvedAddress } from "./mail-invitation";
import { takeWithdrawnLinks } from "./withdraw-invitations";

/**
 * Mails an invitation; an earlier one for the address is replaced, also when it has been withdrawn.
 * @throws ConflictError when the address is a member's; ForbiddenError when an admin invites an owner, and until the
 * caller has proved their own address; RateLimitedError.
 */
export async function invite(
  ctx: SessionContext,
  { email, role }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { companyId, userId } = ctx;
  const emailKey = email.toLowerCase();
  const { mailId, id } = await db("accounts").$transaction(async (tx) => {
    const { own } = await lockMembers(tx, ctx, userId);
    requireManager(own);
    requireOwnerFor(role, own);
    await requireProvedAddress(tx, userId);
    if ((await tx.membership.count({ where: { companyId, user: { emailKey } } })) > 0) {
      throw new ConflictError("This person is a member already. Change their role instead.");
    }
    const { token, ...link } = newLink();
    const row = { email, role, invitedBy: userId, createdAt: new Date(), ...link };
    const where = { companyId_emailKey: { companyId, emailKey } };
    const earlier = await tx.invitation.findUnique({ where });
    const replaced = earlier
      ? replacedLinks(earlier)
      : await takeWithdrawnLinks(tx, { companyId, emailKey });
    const { id } = await tx.invitation.upsert({
      where,
      create: { companyId, emailKey, ...row, replaced },
      update: { ...row, replaced },
    });
    await recordAudit(tx, ctx, {
      action: "member.invited",
      entity: "company",
      entityId: companyId,
      data: { email, role },
    });
    return { id, mailId: await mailInvitation(tx, ctx, { email, role, token }) };
  });
  await announceMail(mailId);
  return { message: `Invitation sent to ${email}`, invitation_id: id };
}
