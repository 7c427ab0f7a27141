import type { BodyOf } from "@/lib/contracts/endpoint";
import type { restoreRule as contract } from "@/lib/contracts/rules";
import type { CompanyContext } from "@/server/platform/context";
import { NotFoundError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { auditRule } from "./audit-rule";
import { requireRoom } from "./require-room";

/**
 * Brings a deleted rule back to its place, switched off. One that is not deleted stays as it is.
 * @throws NotFoundError; ConflictError when there are too many.
 */
export async function restoreRule(
  ctx: CompanyContext,
  { rule_id: id }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await withCompanyLock(ctx, async (tx) => {
    const found = await tx.rule.findFirst({ where: { companyId, id } });
    if (!found) throw new NotFoundError("This rule no longer exists. Reload the page.");
    if (found.deletedAt === null) return;
    await requireRoom(tx, ctx);
    const where = { companyId_id: { companyId, id } };
    const rule = await tx.rule.update({ where, data: { deletedAt: null } });
    await auditRule(tx, ctx, "rule.restored", rule);
  });
  return { message: "Rule restored. It's off until it is switched on." };
}
