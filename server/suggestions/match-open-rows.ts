import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { applyPlan } from "./apply-plan";
import { loadOpenRows } from "./load-open-rows";
import { runEngine } from "./run-engine";

/**
 * One run of the engine over all open books, under the company's lock. `only` names the deposits that may
 * change; without it all may. Returns what was decided about those.
 */
export async function matchOpenRows(tx: Tx, ctx: CompanyContext, only?: ReadonlySet<number>) {
  const open = await loadOpenRows(tx, ctx);
  const settings = await tx.companySettings.findUnique({ where: { companyId: ctx.companyId } });
  const algorithm = settings?.algorithm ?? "smart";
  const all = await runEngine(tx, ctx, open, algorithm);
  const plans = only ? all.filter(({ depositId }) => only.has(Number(depositId))) : all;
  const deposits = new Map(open.deposits.map((deposit) => [String(deposit.id), deposit]));
  for (const plan of plans) {
    const deposit = deposits.get(plan.depositId);
    if (deposit) await applyPlan(tx, ctx, deposit, plan, algorithm);
  }
  return plans;
}
