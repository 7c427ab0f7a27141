import { type Role, withArticle } from "@/lib/contracts/values/roles";
import { queueMail } from "@/server/mail/queued-mail";
import { richMail } from "@/server/mail/rich-mail";
import { companyLink } from "@/server/notifications/company-link";
import type { SessionContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { plainName } from "@/server/mail/plain-name";

const LIFETIME_SECONDS = 3 * 24 * 3_600;

/**
 * Queues a mail about a new API token to the owners and to whoever made it, so that one which somebody else made in
 * their name is noticed. Of what users wrote it has names alone.
 * @returns the mails' ids, to announce after the commit. Unproved addresses get none: they may be strangers'.
 */
export async function queueTokenNotices(
  tx: Tx,
  { companyId, userId }: SessionContext,
  { name, role, at }: { name: string; role: Role; at: Date },
): Promise<string[]> {
  const company = await tx.company.findUniqueOrThrow({ where: { id: companyId } });
  const maker = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const readers = await tx.membership.findMany({
    where: {
      companyId,
      OR: [{ role: "owner" }, { userId }],
      user: { emailVerifiedAt: { not: null } },
    },
    select: { user: { select: { email: true } } },
    orderBy: { userId: "asc" },
  });
  const books = plainName(company.name) || "your company";
  const text = richMail(
    "A new API token",
    [
      {
        text: `${plainName(maker.username) || "A user"} made the API token ${plainName(name) || "without a name"} for the books of ${books} on ${time(at)}. A program that has it works there as ${withArticle(role)}, until it is revoked or expires. A new password or signing out everywhere doesn't end it.`,
      },
      {
        title: "If nobody of you made it",
        text: "Revoke it, and have the one in whose name it was made choose a new password.",
        link: {
          label: "Show the API tokens",
          path: companyLink("/settings?tab=people", companyId),
        },
      },
    ],
    {
      text: `You get this email because you own ${books} in Deposit Matcher, or because it was made in your name.`,
      link: { label: "Privacy", path: "/privacy" },
    },
  );
  const ids: string[] = [];
  for (const { user } of readers) {
    const mail = { to: user.email, subject: "A new API token for Deposit Matcher", ...text };
    ids.push(await queueMail(tx, mail, { lifetimeSeconds: LIFETIME_SECONDS }));
  }
  return ids;
}

function time(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
