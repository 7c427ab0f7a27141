import type { BodyOf } from "@/lib/contracts/endpoint";
import type { switchRule as contract } from "@/lib/contracts/rules";
import { requestAutoMatch } from "@/server/work/request-auto-match";
import type { SessionContext } from "@/server/platform/context";
import { requireRole } from "@/server/platform/require-role";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { enqueue } from "@/server/platform/queue/enqueue";
import { auditRule } from "./audit-rule";
import { requireRule } from "./require-rule";

/**
 * Switches a rule on or off. Switched on, it decides about lines that are open already with the next engine run,
 * which this requests. That is a setting: it books what no user has seen.
 * @throws NotFoundError; ForbiddenError without the role for settings, to switch on.
 */
export async function switchRule(
  ctx: SessionContext,
  { rule_id, active }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  if (active) requireRole(ctx, "admin", "switch a rule on");
  await withCompanyLock(ctx, async (tx) => {
    const before = await requireRule(tx, ctx, rule_id);
    if (before.active === active) return;
    const rule = await tx.rule.update({
      where: { companyId_id: { companyId: ctx.companyId, id: rule_id } },
      data: { active },
    });
    await auditRule(tx, ctx, active ? "rule.switched_on" : "rule.switched_off", rule);
    if (active) await requestAutoMatch(tx, ctx);
  });
  if (active) await enqueue("auto-match", { companyId: ctx.companyId });
  return { message: active ? "Rule switched on" : "Rule switched off" };
}
