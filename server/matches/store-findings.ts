import { isDeepStrictEqual } from "node:util";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { KnownBooks } from "./known-books";
import { nameBankedPayments } from "./name-banked-payments";
import { nameDepositedPayments } from "./name-deposited-payments";
import { nameOtherAccounts } from "./name-other-accounts";
import type { DescribedPlan } from "./plan-deposits";

/** Writes why the deposits of some plans are open, where something else is stored. */
export async function storeFindings(
  tx: Tx,
  ctx: CompanyContext,
  found: readonly DescribedPlan[],
  { deposits }: Pick<KnownBooks, "deposits">,
): Promise<void> {
  const { companyId } = ctx;
  const named = await nameDepositedPayments(tx, ctx, found, deposits);
  const banked = await nameBankedPayments(tx, ctx, named, deposits);
  const plans = await nameOtherAccounts(tx, ctx, banked, deposits);
  const changed = plans.filter(({ depositId, findings }) => {
    const stored = deposits.get(Number(depositId))?.findings ?? null;
    return !isDeepStrictEqual(stored, findings);
  });
  if (changed.length === 0) return;
  const ids = changed.map(({ depositId }) => Number(depositId));
  const findings = changed.map((plan) => JSON.stringify(plan.findings));
  await tx.$executeRaw`
    UPDATE deposits d SET findings = nullif(v.findings, 'null'::jsonb)
    FROM unnest(${ids}::int[], ${findings}::jsonb[]) AS v (id, findings)
    WHERE d.company_id = ${companyId}::uuid AND d.id = v.id`;
}
