import { isDeepStrictEqual } from "node:util";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { updateRule as contract } from "@/lib/contracts/rules";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { auditRule } from "./audit-rule";
import { checkedRule } from "./checked-rule";
import { requireRule } from "./require-rule";
import { readRule } from "./stored-rule";
import { toRuleViews } from "./to-rule-views";

/**
 * Changes a rule. What it does now was not agreed to when it was switched on, so that it is off afterwards.
 * @throws NotFoundError; what {@link checkedRule} throws.
 */
export async function updateRule(
  ctx: CompanyContext,
  { rule_id, ...chosen }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  await requireRule(db(ctx), ctx, rule_id);
  const checked = await checkedRule(ctx, chosen);
  return withCompanyLock(ctx, async (tx) => {
    let row = await requireRule(tx, ctx, rule_id);
    const wasActive = row.active;
    const { source, ledgerId, conditions, outcome } = readRule(row);
    const isSame = isDeepStrictEqual({ source, ledgerId, conditions, outcome }, { ...checked });
    if (!isSame) {
      row = await tx.rule.update({
        where: { companyId_id: { companyId: ctx.companyId, id: rule_id } },
        data: { ...checked, active: false },
      });
      await auditRule(tx, ctx, "rule.changed", row);
    }
    const [rule] = await toRuleViews(tx, ctx, [row]);
    if (!rule) throw new Error(`rule ${row.id} is of no payment source`);
    const off = wasActive && !row.active;
    return { message: off ? "Rule saved. It's off until it is switched on." : "Rule saved", rule };
  });
}
