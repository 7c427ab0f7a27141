import type { LineFinding } from "@/server/deposits/findings";
import type { CompanyContext } from "@/server/platform/context";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { KnownBooks } from "./known-books";
import { nameOpenInvoices } from "./name-open-invoices";
import type { DescribedPlan, PlannedMatch } from "./plan-deposits";
import { runEngine } from "./run-engine";
import { storeFindings } from "./store-findings";
import { toPaymentFact } from "./to-payment-fact";

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
    const named = await nameOpenInvoices(tx, ctx, plans, books);
    await storeFindings(
      tx,
      ctx,
      named.map((plan) => withSureMatches(plan, books)),
      books,
    );
  });
}

function withSureMatches(plan: DescribedPlan, { payments }: KnownBooks): DescribedPlan {
  const sure = plan.matches
    .filter(({ decision }) => decision === "auto")
    .map((match) => toFinding(match, payments));
  if (sure.length === 0) return plan;
  const { lines, ...rest } = plan.findings ?? { lines: [], unbooked: [], difference: 0 };
  const all = [...lines, ...sure].toSorted((a, b) => (a.lineId ?? 0) - (b.lineId ?? 0));
  return { ...plan, findings: { ...rest, lines: all } };
}

function toFinding({ match }: PlannedMatch, payments: KnownBooks["payments"]): LineFinding {
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
