import type { BodyOf } from "@/lib/contracts/endpoint";
import type { orderRules as contract } from "@/lib/contracts/rules";
import { recordAudit } from "@/server/platform/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";

/**
 * Puts all rules of the company in order.
 * @throws NotFoundError for an id that is none of them; ConflictError when one is missing or named twice.
 */
export async function orderRules(
  ctx: CompanyContext,
  { rule_ids }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await withCompanyLock(ctx, async (tx) => {
    const rows = await tx.rule.findMany({ where: { companyId, deletedAt: null } });
    const positions = new Map(rows.map(({ id, position }) => [id, position]));
    if (rule_ids.some((id) => !positions.has(id))) {
      throw new NotFoundError("This rule no longer exists. Reload the page.");
    }
    if (new Set(rule_ids).size < rows.length || rule_ids.length > rows.length) {
      throw new ConflictError("The rules have changed. Reload the page.");
    }
    for (const [index, id] of rule_ids.entries()) {
      if (positions.get(id) === index + 1) continue;
      const where = { companyId_id: { companyId, id } };
      await tx.rule.update({ where, data: { position: index + 1 } });
    }
    await recordAudit(tx, ctx, {
      action: "rules.ordered",
      entity: "rule",
      entityId: companyId,
      data: { ruleIds: rule_ids },
    });
  });
  return { message: "Order saved" };
}
