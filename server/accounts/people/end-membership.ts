import { defaultCompanyName } from "@/server/work/default-name";
import { insertCompany } from "@/server/work/insert-company";
import type { Tx } from "@/server/platform/db";
import { withdrawInvitations } from "./invitations/withdraw-invitations";

interface Ending {
  companyId: string;
  userId: number;
  /** A session of the company that continues in another one; all others of the company end. */
  keepSession?: string;
}

/**
 * Ends a membership in the scope of accounts, and with it the invitations that the member sent and (by foreign keys)
 * its sessions and notifications. A user always has a company: after the last one they get an empty one. The caller
 * holds the lock of the user's row.
 * @returns another company of the user's.
 */
export async function endMembership(
  tx: Tx,
  { companyId, userId, keepSession }: Ending,
): Promise<string> {
  const home = await otherCompany(tx, { companyId, userId });
  if (keepSession) {
    await tx.session.updateMany({
      where: { id: keepSession, companyId, userId },
      data: { companyId: home },
    });
  }
  await tx.oAuthState.deleteMany({ where: { companyId, userId } });
  await withdrawInvitations(tx, companyId, { invitedBy: userId });
  await tx.membership.deleteMany({ where: { companyId, userId } });
  return home;
}

/** A company of the user's besides this one; created where there is none. */
async function otherCompany(
  tx: Tx,
  { companyId, userId }: { companyId: string; userId: number },
): Promise<string> {
  const other = await tx.membership.findFirst({
    where: { userId, NOT: { companyId } },
    orderBy: [{ createdAt: "asc" }, { companyId: "asc" }],
  });
  if (other) return other.companyId;
  const { username } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { username: true },
  });
  return insertCompany(tx, { name: defaultCompanyName(username), ownerId: userId });
}
