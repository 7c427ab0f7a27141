import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { ChosenRule, createRule as contract } from "@/lib/contracts/rules";
import type { CompanyContext } from "@/server/platform/context";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { auditRule } from "./audit-rule";
import { checkedRule } from "./checked-rule";
import { requireRoom } from "./require-room";
import { toRuleViews } from "./to-rule-views";

/**
 * Creates a rule behind the others, switched off.
 * @throws what {@link checkedRule} throws; ConflictError when there are too many.
 */
export async function createRule(
  ctx: CompanyContext,
  chosen: ChosenRule,
): Promise<ResponseOf<typeof contract>> {
  const { companyId } = ctx;
  const checked = await checkedRule(ctx, chosen);
  return withCompanyLock(ctx, async (tx) => {
    await requireRoom(tx, ctx);
    const where = { companyId, deletedAt: null };
    const last = await tx.rule.aggregate({ where, _max: { position: true } });
    const position = (last._max.position ?? 0) + 1;
    const row = await tx.rule.create({
      data: { ...checked, companyId, position, createdBy: ctx.userId },
    });
    await auditRule(tx, ctx, "rule.created", row);
    const [rule] = await toRuleViews(tx, ctx, [row]);
    if (!rule) throw new Error(`rule ${row.id} is of no payment source`);
    return { message: "Rule saved. It's off until it is switched on.", rule };
  });
}
