import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { applyPlan, isProposed, signature } from "./apply-plan";
import { nameOpenInvoices } from "./name-open-invoices";
import type { Plan } from "./plan-deposits";
import type { BookVersions } from "./read-versions";
import { runEngine } from "./run-engine";
import { storeFindings } from "./store-findings";

/**
 * One run of the engine over all open books, under the company's lock. `only` names the deposits that may
 * change; without it all may. Returns what was decided about those.
 */
export async function matchOpenRows(tx: Tx, ctx: CompanyContext, only?: ReadonlySet<number>) {
  const { companyId } = ctx;
  const settings = await tx.companySettings.findUnique({ where: { companyId } });
  const algorithm = settings?.algorithm ?? "smart";
  const { plans: found, books } = await runEngine(tx, ctx, algorithm, only);
  const plans = await nameOpenInvoices(tx, ctx, found, books);
  const outdated = await outdatedPlans(tx, ctx, plans, books.versions);
  const deposits = await tx.deposit.findMany({
    where: { companyId, id: { in: outdated.map(({ depositId }) => Number(depositId)) } },
    select: { id: true, status: true, currency: true },
  });
  const byId = new Map(deposits.map((deposit) => [String(deposit.id), deposit]));
  for (const plan of outdated) {
    const deposit = byId.get(plan.depositId);
    if (deposit) await applyPlan(tx, ctx, deposit, plan, algorithm);
  }
  await storeFindings(tx, ctx, plans, books);
  return plans;
}

/** The plans that say something else than what is stored: few, after a small change. */
async function outdatedPlans(
  tx: Tx,
  { companyId }: CompanyContext,
  plans: Plan[],
  { deposits }: BookVersions,
): Promise<Plan[]> {
  const ids = plans.map(({ depositId }) => Number(depositId));
  const rows = await tx.$queryRaw<{ deposit: number; lines: number[]; payments: number[] }[]>`
    SELECT m.deposit_id AS deposit,
      ARRAY(SELECT line_id FROM match_lines l
        WHERE l.company_id = m.company_id AND l.match_id = m.id) AS lines,
      ARRAY(SELECT payment_id FROM match_payments p
        WHERE p.company_id = m.company_id AND p.match_id = m.id) AS payments
    FROM matches m WHERE m.company_id = ${companyId}::uuid AND m.state = 'proposed'
      AND m.deposit_id = ANY(${ids}::int[])`;
  const stored = new Map<number, string[]>();
  for (const { deposit, lines, payments } of rows) {
    const known = stored.get(deposit) ?? [];
    stored.set(deposit, [...known, signature(lines, payments)]);
  }
  return plans.filter((plan) => {
    const id = Number(plan.depositId);
    return deposits.get(id)?.status !== plan.status || !isProposed(plan, stored.get(id) ?? []);
  });
}
