import { groupBy } from "@/lib/group-by";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { applyPlan, isProposed, signature } from "./apply-plan";
import { findOpenInvoices } from "./find-open-invoices";
import type { Plan } from "./plan-deposits";
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
  const plans = await findOpenInvoices(tx, ctx, found, books);
  const proposals = await storedProposals(tx, ctx, plans);
  const outdated = plans.filter((plan) => {
    const id = Number(plan.depositId);
    const stored = proposals.get(id)?.map(({ says }) => says) ?? [];
    return books.versions.deposits.get(id)?.status !== plan.status || !isProposed(plan, stored);
  });
  const deposits = await tx.deposit.findMany({
    where: { companyId, id: { in: outdated.map(({ depositId }) => Number(depositId)) } },
    select: { id: true, status: true, currency: true },
  });
  const byId = new Map(deposits.map((deposit) => [String(deposit.id), deposit]));
  for (const plan of outdated) {
    const deposit = byId.get(plan.depositId);
    if (!deposit) continue;
    const proposed = (proposals.get(deposit.id) ?? []).map(({ id }) => id);
    await applyPlan(tx, ctx, { ...deposit, proposed }, plan, algorithm);
  }
  await storeFindings(tx, ctx, plans, books);
  return plans;
}

/** By deposit: its proposals, and what each says. */
async function storedProposals(
  tx: Tx,
  { companyId }: CompanyContext,
  plans: Plan[],
): Promise<ReadonlyMap<number, { id: string; says: string }[]>> {
  const ids = plans.map(({ depositId }) => Number(depositId));
  const rows = await tx.$queryRaw<
    { id: string; deposit: number; lines: number[]; payments: number[] }[]
  >`
    SELECT m.id::text AS id, m.deposit_id AS deposit,
      ARRAY(SELECT line_id FROM match_lines l
        WHERE l.company_id = m.company_id AND l.match_id = m.id) AS lines,
      ARRAY(SELECT payment_id FROM match_payments p
        WHERE p.company_id = m.company_id AND p.match_id = m.id) AS payments
    FROM matches m WHERE m.company_id = ${companyId}::uuid AND m.state = 'proposed'
      AND m.deposit_id = ANY(${ids}::int[])`;
  return groupBy(
    rows.map(({ id, deposit, lines, payments }) => ({
      ...{ id, deposit, says: signature(lines, payments) },
    })),
    ({ deposit }) => deposit,
  );
}
