import type { BodyOf } from "@/lib/contracts/endpoint";
import type { deleteRule as contract } from "@/lib/contracts/rules";
import type { CompanyContext } from "@/server/platform/context";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { auditRule } from "./audit-rule";
import { requireRule } from "./require-rule";

/**
 * Deletes a rule. What it decided stays as it is.
 * @throws NotFoundError.
 */
export async function deleteRule(
  ctx: CompanyContext,
  { rule_id }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  await withCompanyLock(ctx, async (tx) => {
    await requireRule(tx, ctx, rule_id);
    const rule = await tx.rule.update({
      where: { companyId_id: { companyId: ctx.companyId, id: rule_id } },
      data: { active: false, deletedAt: new Date() },
    });
    await auditRule(tx, ctx, "rule.deleted", rule);
  });
  return { message: "Rule deleted" };
}
