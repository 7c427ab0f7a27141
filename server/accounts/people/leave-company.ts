import type { leaveCompany as contract } from "@/lib/contracts/companies";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { recordAudit } from "@/server/platform/record-audit";
import { lockAccount } from "@/server/accounts/find-account";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { endMembership, lockMembers, requireAnotherOwner } from "./members";
import { requireName } from "./companies";

/**
 * Ends the user's membership. The calling session continues in another company of theirs.
 * @throws UnusableInputError for another name; ConflictError for the only owner; UnauthenticatedError when the session
 * has just ended.
 */
export function leaveCompany(
  ctx: SessionContext,
  { company_name }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { companyId, userId, sessionId, role } = ctx;
  return db("accounts").$transaction(async (tx) => {
    await lockAccount(tx, ctx);
    const name = await requireName(tx, companyId, company_name);
    requireAnotherOwner(await lockMembers(tx, ctx, userId));
    await recordAudit(tx, ctx, {
      action: "member.left",
      entity: "user",
      entityId: userId,
      data: { role },
    });
    const home = await endMembership(tx, { companyId, userId, keepSession: sessionId });
    return { message: `You left ${name}`, company_id: home };
  });
}
