import type { CompanyContext, RequestContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { countAttempt, hard, networkOf, throttleKey } from "@/server/platform/rate-limit";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The reasons are in docs/throttling.md. */
export const PEOPLE_LIMITS = {
  /** Companies that a user creates. */
  newCompanies: hard(20, DAY),
  /** API tokens that a company makes; each mails its owners. */
  newTokens: hard(20, DAY),
  /** Bulk syncs that a user starts. */
  syncAll: hard(20, 15 * MINUTE),
  /** Invitations that a company mails. */
  company: hard(50, DAY),
  /** Invitations that an address gets, from all companies together. */
  recipient: hard(10, DAY),
  /** Invitations mailed from one network, however many companies it creates. */
  network: hard(60, HOUR),
  /** Links that don't exist, opened from one network. */
  link: hard(60, 15 * MINUTE),
};

/**
 * Counts an invitation; in its transaction, so that what fails counts nothing.
 * @throws RateLimitedError.
 */
export async function takeInvitationTurn(
  tx: Tx,
  ctx: CompanyContext & RequestContext,
  emailKey: string,
): Promise<void> {
  const { company, recipient, network } = PEOPLE_LIMITS;
  const key = (kind: string, name: string) => throttleKey("invite", kind, name);
  await countAttempt(
    tx,
    key("company", ctx.companyId),
    company,
    "Your company has sent as many invitations as it can for now.",
  );
  // ada+1@example.com is the mailbox of ada@example.com.
  const mailbox = emailKey.replace(/\+[^@]*@/, "@");
  await countAttempt(
    tx,
    key("recipient", mailbox),
    recipient,
    "This address has got as many invitations as it can for now.",
  );
  await countAttempt(tx, key("address", networkOf(ctx.ipAddress)), network);
}

/** Counts an unknown link. Existing ones never count, so that nobody can use up their holders' tries. @throws RateLimitedError. */
export function takeLinkMiss(tx: Tx, { ipAddress }: RequestContext): Promise<void> {
  const key = throttleKey("invitation-link", "address", networkOf(ipAddress));
  return countAttempt(tx, key, PEOPLE_LIMITS.link);
}
