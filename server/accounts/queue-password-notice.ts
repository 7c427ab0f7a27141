import type { User } from "@/generated/prisma/client";
import { passwordChangedMail } from "@/server/mail/password-changed-mail";
import { queueMail } from "@/server/mail/queued-mail";
import type { Tx } from "@/server/platform/db";
import type { Removed } from "./remove-unproved";

const NOTE_LIFETIME_SECONDS = 3 * 24 * 3_600;

/**
 * Queues the notice of a new password to the account's owner.
 * @returns the mail's id, to announce after the commit; null while the address is unproved: it may be a stranger's.
 */
export async function queuePasswordNotice(
  tx: Tx,
  { username, email, emailVerifiedAt }: User,
  removed?: Removed,
): Promise<string | null> {
  if (!emailVerifiedAt) return null;
  const mail = { to: email, ...passwordChangedMail(username, new Date(), removedWords(removed)) };
  return queueMail(tx, mail, { lifetimeSeconds: NOTE_LIFETIME_SECONDS });
}

function removedWords(removed: Removed | undefined): string[] {
  if (!removed) return [];
  return [
    ...(removed.twoFactor ? ["two-factor authentication"] : []),
    ...(removed.identities > 0 ? ["linked sign-in providers"] : []),
    ...(removed.apiTokens > 0 ? ["API tokens"] : []),
    ...(removed.connections.length > 0 ? ["connections to payment processors and QuickBooks"] : []),
  ];
}
