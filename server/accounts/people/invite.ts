import type { Invitation } from "@/generated/prisma/client";
import { type Role, withArticle } from "@/lib/constants/roles";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  invite as inviteContract,
  resendInvitation as resendInvitationContract,
  revokeInvitation as revokeInvitationContract,
} from "@/lib/contracts/people";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import { plainName, richMail } from "@/server/mail/rich-mail";
import type { SessionContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, ForbiddenError, NotFoundError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { takeInvitationTurn } from "./limits";
import { lockMembers, requireManager, requireOwnerFor } from "./members";
import { REPLACED_LINKS, takeWithdrawnLinks, withdrawInvitations } from "./withdraw-invitations";

/**
 * Mails an invitation; an earlier one for the address is replaced, also when it has been withdrawn.
 * @throws ConflictError when the address is a member's; ForbiddenError when an admin invites an owner or replaces an
 * owner's invitation, and until the caller has proved their own address; RateLimitedError.
 */
export async function invite(
  ctx: SessionContext,
  { email, role }: BodyOf<typeof inviteContract>,
): Promise<ResponseOf<typeof inviteContract>> {
  const { companyId, userId } = ctx;
  const emailKey = email.toLowerCase();
  const { mailId, id } = await db("accounts").$transaction(async (tx) => {
    const { own } = await lockMembers(tx, ctx, userId);
    requireManager(own);
    requireOwnerFor(role, own);
    await requireProvedAddress(tx, userId);
    if ((await tx.membership.count({ where: { companyId, user: { emailKey } } })) > 0) {
      throw new ConflictError(
        "already_done",
        "This person is a member already. Change their role instead.",
      );
    }
    const { token, ...link } = newLink();
    const row = { email, role, invitedBy: userId, createdAt: new Date(), ...link };
    const where = { companyId_emailKey: { companyId, emailKey } };
    const earlier = await tx.invitation.findUnique({ where });
    if (earlier) requireOwnerFor(earlier.role, own);
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

/**
 * Mails an invitation anew; its earlier link stops working. It is the caller's from now on.
 * @throws NotFoundError; ForbiddenError and RateLimitedError as invite.
 */
export async function resendInvitation(
  ctx: SessionContext,
  { invitation_id: id }: BodyOf<typeof resendInvitationContract>,
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

const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;
const MAIL_LIFETIME_SECONDS = 3 * 24 * 3_600;

/** A link's token and what is stored of it. */
function newLink(): { token: string; tokenHash: Uint8Array<ArrayBuffer>; expiresAt: Date } {
  const token = randomToken();
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS);
  return { token, tokenHash: hashToken(token), expiresAt };
}

/** What is stored of an invitation's links once a new one replaces the last: the newest, whose mails may be on their way. */
function replacedLinks({
  tokenHash,
  replaced,
}: Pick<Invitation, "tokenHash" | "replaced">): Uint8Array<ArrayBuffer>[] {
  return [tokenHash, ...replaced].slice(0, REPLACED_LINKS);
}

/** Strangers get mail in the name of known people only. @throws ForbiddenError. */
async function requireProvedAddress(tx: Tx, userId: number): Promise<void> {
  const { emailVerifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  if (emailVerifiedAt) return;
  throw new ForbiddenError(
    "Confirm your own email address first. Settings → Account sends you the link.",
    "confirm_email_first",
  );
}

/**
 * Queues the mail of an invitation. Its recipient may be a stranger: of what users wrote it has names alone.
 * @returns the mail's id, to announce after the commit.
 * @throws RateLimitedError.
 */
async function mailInvitation(
  tx: Tx,
  ctx: SessionContext,
  { email, role, token }: { email: string; role: Role; token: string },
): Promise<string> {
  await takeInvitationTurn(tx, ctx, email.toLowerCase());
  const company = await tx.company.findUniqueOrThrow({ where: { id: ctx.companyId } });
  const { firstName, lastName, username } = await tx.user.findUniqueOrThrow({
    where: { id: ctx.userId },
  });
  const { name: books } = await loadLedgerWords(ctx, tx);
  const from = plainName(company.name) || "a company";
  const inviter = plainName(`${firstName} ${lastName}`.trim() || username) || "A colleague";
  const mail = {
    subject: "An invitation to Deposit Matcher",
    ...richMail(
      "You're invited",
      [
        {
          text: `${inviter} invites you to work on the books of ${from} as ${withArticle(role)}. Deposit Matcher matches its payouts to the payments in ${books}.`,
        },
        {
          title: "Read the invitation and accept it here",
          text: `The link works once, for ${INVITATION_DAYS} days, and for this address only.`,
          link: { label: "Read the invitation", path: `/invitation#${token}` },
        },
      ],
      {
        text: `You get this email because your address was entered in Deposit Matcher. If you don't know ${from}, ignore it.`,
        link: { label: "Privacy", path: "/privacy" },
      },
    ),
  };
  return queueMail(tx, { to: email, ...mail }, { lifetimeSeconds: MAIL_LIFETIME_SECONDS });
}

/**
 * Withdraws an invitation, also in a mail that is still on its way.
 * @throws NotFoundError; ForbiddenError when an admin withdraws an owner's, or the caller's role has been lowered.
 */
export function revokeInvitation(
  ctx: SessionContext,
  { invitation_id: id }: BodyOf<typeof revokeInvitationContract>,
): Promise<{ message: string }> {
  const { companyId, userId } = ctx;
  return db("accounts").$transaction(async (tx) => {
    const { own } = await lockMembers(tx, ctx, userId);
    requireManager(own);
    const [withdrawn] = await withdrawInvitations(tx, companyId, { id });
    if (!withdrawn) throw new NotFoundError("This invitation is gone: accepted or withdrawn.");
    requireOwnerFor(withdrawn.role, own);
    await recordAudit(tx, ctx, {
      action: "member.invitation_revoked",
      entity: "company",
      entityId: companyId,
      data: withdrawn,
    });
    return { message: "Invitation withdrawn" };
  });
}
