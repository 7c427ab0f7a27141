import type { deleteCompany as contract } from "@/lib/contracts/companies";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { eraseBooks, eraseInTurn, stopRuns } from "@/server/accounts/delete-account";
import { lockAccount } from "@/server/accounts/find-account";
import { proveOwner } from "@/server/accounts/proof-of-identity";
import { revokeAll } from "@/server/accounts/revoke-connections";
import { enterScope, type SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { requireName } from "./companies";
import { endMembership, lockMembers, requireOwnerFor } from "./members";

/**
 * Deletes the company with every row, for all its members, and revokes its connections. Their accounts and other
 * companies stay; the calling session continues in another company. Posted Deposits stay in the ledger.
 * @throws UnusableInputError for another name, and as proveOwner; ConflictError while a deposit is being posted;
 * ForbiddenError when the caller has just lost the role.
 */
export async function deleteCompany(
  ctx: SessionContext,
  { company_name, ...proof }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { companyId } = ctx;
  const name = await db("accounts").$transaction((tx) => requireName(tx, companyId, company_name));
  await proveOwner(ctx, proof);
  await withCompanyLock(ctx, (tx) => stopRuns(tx, ctx));
  const { connections, home } = await eraseInTurn(ctx, async (tx) => {
    const erased = await eraseBooks(tx, ctx);
    // The members' other companies are beyond this one's scope.
    await tx.$executeRawUnsafe(enterScope("accounts", null));
    return { connections: erased, home: await dissolve(tx, ctx) };
  });
  log().info("a company was deleted");
  await revokeAll(connections);
  return { message: `${name} was deleted`, company_id: home };
}

/** Ends all memberships, then the company. @returns the caller's next company. */
async function dissolve(tx: Tx, ctx: SessionContext): Promise<string> {
  const { companyId, userId, sessionId } = ctx;
  // In the order of ids, as every lock of several users.
  const people = await tx.$queryRaw<{ id: number }[]>`
    SELECT u.id FROM users u JOIN memberships m ON m.user_id = u.id
    WHERE m.company_id = ${companyId}::uuid ORDER BY u.id FOR UPDATE OF u`;
  await lockAccount(tx, ctx);
  requireOwnerFor("owner", (await lockMembers(tx, ctx, userId)).own);
  for (const { id } of people) {
    if (id !== userId) await endMembership(tx, { companyId, userId: id });
  }
  const home = await endMembership(tx, { companyId, userId, keepSession: sessionId });
  await tx.company.deleteMany({ where: { id: companyId } });
  return home;
}
