import type { BodyOf } from "@/lib/contracts/endpoint";
import type { restoreRule as contract } from "@/lib/contracts/rules";
import type { CompanyContext } from "@/server/platform/context";
import { NotFoundError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { auditRule } from "./audit-rule";
import { requireRoom } from "./require-room";

/**
 * Brings a deleted rule back to its place, switched off.
 * @throws NotFoundError when no deleted rule has this id; ConflictError when there are too many.
 */
export async function restoreRule(
  ctx: CompanyContext,
  { rule_id: id }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await withCompanyLock(ctx, async (tx) => {
    const deleted = { companyId, id, NOT: { deletedAt: null } };
    await requireRoom(tx, ctx);
    const { count } = await tx.rule.updateMany({ where: deleted, data: { deletedAt: null } });
    if (count === 0) throw new NotFoundError("This rule isn't deleted. Reload the page.");
    const rule = await tx.rule.findUniqueOrThrow({ where: { companyId_id: { companyId, id } } });
    await auditRule(tx, ctx, "rule.restored", rule);
  });
  return { message: "Rule restored. It's off until you switch it on." };
}
