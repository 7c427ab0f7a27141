import type { Invitation } from "@/generated/prisma/client";
import { type Role, withArticle } from "@/lib/contracts/values/roles";
import { queueMail } from "@/server/mail/queued-mail";
import { richMail } from "@/server/mail/rich-mail";
import type { SessionContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import type { Tx } from "@/server/platform/db";
import { ForbiddenError } from "@/server/platform/errors";
import { plainName } from "@/server/mail/plain-name";
import { takeInvitationTurn } from "../limits";

const INVITATION_DAYS = 7;
/** More than an address gets in the time that a mail may take. */
export const REPLACED_LINKS = 40;
const DAY_MS = 86_400_000;
const MAIL_LIFETIME_SECONDS = 3 * 24 * 3_600;

/** A link's token and what is stored of it. */
export function newLink(): { token: string; tokenHash: Uint8Array<ArrayBuffer>; expiresAt: Date } {
  const token = randomToken();
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS);
  return { token, tokenHash: hashToken(token), expiresAt };
}

/** What is stored of an invitation's links once a new one replaces the last: the newest, whose mails may be on their way. */
export function replacedLinks({
  tokenHash,
  replaced,
}: Pick<Invitation, "tokenHash" | "replaced">): Uint8Array<ArrayBuffer>[] {
  return [tokenHash, ...replaced].slice(0, REPLACED_LINKS);
}

/** Strangers get mail in the name of known people only. @throws ForbiddenError. */
export async function requireProvedAddress(tx: Tx, userId: number): Promise<void> {
  const { emailVerifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  if (emailVerifiedAt) return;
  throw new ForbiddenError(
    "Confirm your own email address first. Settings → Account sends you the link.",
  );
}

/**
 * Queues the mail of an invitation. Its recipient may be a stranger: of what users wrote it has names alone.
 * @returns the mail's id, to announce after the commit.
 * @throws RateLimitedError.
 */
export async function mailInvitation(
  tx: Tx,
  ctx: SessionContext,
  { email, role, token }: { email: string; role: Role; token: string },
): Promise<string> {
  await takeInvitationTurn(tx, ctx, email.toLowerCase());
  const company = await tx.company.findUniqueOrThrow({ where: { id: ctx.companyId } });
  const { firstName, lastName, username } = await tx.user.findUniqueOrThrow({
    where: { id: ctx.userId },
  });
  const from = plainName(company.name) || "a company";
  const inviter = plainName(`${firstName} ${lastName}`.trim() || username) || "A colleague";
  const mail = {
    subject: "An invitation to Deposit Matcher",
    ...richMail(
      "You're invited",
      [
        {
          text: `${inviter} invites you to work on the books of ${from} as ${withArticle(role)}. Deposit Matcher matches its payouts to the payments in QuickBooks.`,
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
