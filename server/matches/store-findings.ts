import { isDeepStrictEqual } from "node:util";
import type { LineFinding } from "@/server/deposits/findings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { CachedLedger } from "./cached-ledger";
import { toPaymentFact } from "./engine-input";
import { findOpenInvoices } from "./find-open-invoices";
import { findPaymentsInBank } from "./find-payments-in-bank";
import { findPaymentsInOtherAccounts } from "./find-payments-in-other-accounts";
import { findPaymentsOnDeposits } from "./find-payments-on-deposits";
import type { DescribedPlan, PlannedMatch } from "./plan-deposits";
import { runEngine } from "./run-engine";

/** Writes why the deposits of some plans are open, where something else is stored. */
export async function storeFindings(
  tx: Tx,
  ctx: CompanyContext,
  found: readonly DescribedPlan[],
  { deposits }: Pick<CachedLedger, "deposits">,
): Promise<void> {
  const { companyId } = ctx;
  const named = await findPaymentsOnDeposits(tx, ctx, found, deposits);
  const banked = await findPaymentsInBank(tx, ctx, named, deposits);
  const plans = await findPaymentsInOtherAccounts(tx, ctx, banked, deposits);
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

/**
 * Forgets why open deposits are open where that names a payment that is matched now: the engine says it anew at its
 * next run.
 * @param paymentIds of our rows
 */
export async function forgetPayments(
  tx: Tx,
  { companyId }: CompanyContext,
  paymentIds: readonly number[],
): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx.$executeRaw`
    UPDATE deposits d SET findings = NULL
    WHERE d.company_id = ${companyId}::uuid AND d.status IN ('pending', 'suggested')
      AND d.deleted_at IS NULL AND d.findings IS NOT NULL AND EXISTS (
        SELECT FROM jsonb_path_query(d.findings, '$.lines[*].payments[*].id') AS used (id)
        WHERE used.id::int = ANY(${[...paymentIds]}::int[]))`;
}

/** The same where a payment is no longer what it was, as after QuickBooks was read. */
export async function forgetChangedPayments(tx: Tx, { companyId }: CompanyContext): Promise<void> {
  await tx.$executeRaw`
    UPDATE deposits d SET findings = NULL
    WHERE d.company_id = ${companyId}::uuid AND d.status IN ('pending', 'suggested')
      AND d.deleted_at IS NULL AND d.findings IS NOT NULL AND EXISTS (
        SELECT FROM jsonb_path_query(d.findings, '$.lines[*].payments[*]') AS used (fact)
        LEFT JOIN ledger_payments p ON p.company_id = d.company_id
          AND p.id = (used.fact ->> 'id')::int
        WHERE p.id IS NULL OR p.deposited_on IS DISTINCT FROM used.fact ->> 'depositedOn'
          OR p.state <> CASE WHEN used.fact ->> 'depositedOn' IS NULL THEN 'open'
            ELSE 'deposited' END::ledger_payment_state OR p.amount <> (used.fact ->> 'amount')::bigint
          OR p.customer_name <> used.fact ->> 'customer')`;
}

/** Of payments in one finding. */
const MAX_PAYMENTS = 3;

/**
 * Stores why each open deposit is open, for a company without Auto Match: the engine runs as it does for others, but
 * nothing is decided or proposed. What it is sure of is a likely match, which a user still has to choose.
 */
export async function describeOpenDeposits(ctx: CompanyContext): Promise<void> {
  const { companyId } = ctx;
  await withCompanyLock(ctx, async (tx) => {
    const settings = await tx.companySettings.findUnique({ where: { companyId } });
    const { plans, books } = await runEngine(tx, ctx, settings?.algorithm ?? "smart");
    const named = await findOpenInvoices(tx, ctx, plans, books);
    await storeFindings(
      tx,
      ctx,
      named.map((plan) => withSureMatches(plan, books)),
      books,
    );
  });
}

function withSureMatches(plan: DescribedPlan, { payments }: CachedLedger): DescribedPlan {
  const sure = plan.matches
    .filter(({ decision }) => decision === "auto")
    .map((match) => toFinding(match, payments));
  if (sure.length === 0) return plan;
  const { lines, ...rest } = plan.findings ?? { lines: [], unbooked: [], difference: 0 };
  const all = [...lines, ...sure].toSorted((a, b) => (a.lineId ?? 0) - (b.lineId ?? 0));
  return { ...plan, findings: { ...rest, lines: all } };
}

function toFinding({ match }: PlannedMatch, payments: CachedLedger["payments"]): LineFinding {
  const facts = match.paymentIds.flatMap((id) => toPaymentFact(payments.get(Number(id))) ?? []);
  const amount = facts.reduce((total, payment) => total + payment.amount, 0);
  const [lineId] = match.lineIds;
  return {
    lineId: lineId === undefined ? null : Number(lineId),
    code: "suggested",
    probability: match.probability,
    payments: facts.slice(0, MAX_PAYMENTS),
    ...(facts.length > 1 && { group: { payments: facts.length, amount } }),
    invoice: null,
  };
}
