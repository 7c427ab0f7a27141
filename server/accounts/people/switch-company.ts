import type { switchCompany as contract } from "@/lib/contracts/companies";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";

/**
 * Makes another company the session's own: calls that name none are about it from now on.
 * @throws NotFoundError when the user isn't a member.
 */
export function switchCompany(
  { userId, sessionId }: SessionContext,
  { company_id: companyId }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  return db("accounts").$transaction(async (tx) => {
    const membership = await tx.membership.findUnique({
      where: { companyId_userId: { companyId, userId } },
      select: { role: true, company: { select: { id: true, name: true } } },
    });
    if (!membership) throw new NotFoundError("You aren't a member of this company.");
    const { role, company } = membership;
    await tx.session.updateMany({ where: { id: sessionId, userId }, data: { companyId } });
    return { message: `You're working in ${company.name}`, company: { ...company, role } };
  });
}
