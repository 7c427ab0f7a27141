import { isDeepStrictEqual } from "node:util";
import { addDays, type CalendarDate, daysBetween } from "@/lib/dates";
import { nameLikeness } from "@/lib/name-likeness";
import type { LineInput } from "@/matching/engine/contract";
import { findLedger } from "@/server/connections/find";
import type { LineFinding, PaymentFact } from "@/server/deposits/findings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { planThenWrite } from "@/server/platform/with-company-lock";
import type { CachedLedger } from "./cached-ledger";
import { toPaymentFact } from "./explain-plan";
import { findOpenInvoices } from "./find-open-invoices";
import { findPaymentsInBank } from "./find-payments-in-bank";
import { findPaymentsInOtherAccounts } from "./find-payments-in-other-accounts";
import type { DescribedPlan, PlannedMatch } from "./plan-deposits";
import { isCurrent, runEngine } from "./run-engine";

/** Writes why the deposits of some plans are open, where something else is stored. */
export async function storeFindings(
  tx: Tx,
  ctx: CompanyContext,
  found: readonly DescribedPlan[],
  { deposits }: Pick<CachedLedger, "deposits">,
): Promise<void> {
  const { companyId } = ctx;
  const isOpen = found.some(({ findings }) => findings !== null && findings.lines.length > 0);
  const plans = isOpen ? await explained(tx, ctx, found, deposits) : found;
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

/** With what the books have outside of the open payments, which the engine doesn't see. */
async function explained(
  tx: Tx,
  ctx: CompanyContext,
  plans: readonly DescribedPlan[],
  deposits: CachedLedger["deposits"],
): Promise<readonly DescribedPlan[]> {
  const named = await findPaymentsOnDeposits(tx, ctx, plans, deposits);
  const ledger = await findLedger(ctx, tx);
  if (!ledger) return named;
  const banked = await findPaymentsInBank(tx, ctx, ledger, named, deposits);
  return findPaymentsInOtherAccounts(tx, ctx, ledger, banked, deposits);
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

/**
 * The same where a payment is no longer what it was, as after the ledger was read. What still is as it was stays known:
 * a rule that runs meanwhile must not book what is in the bank.
 */
export async function forgetChangedPayments(tx: Tx, { companyId }: CompanyContext): Promise<void> {
  await tx.$executeRaw`
    UPDATE deposits d SET findings = NULL
    WHERE d.company_id = ${companyId}::uuid AND d.status IN ('pending', 'suggested')
      AND d.deleted_at IS NULL AND d.findings IS NOT NULL AND EXISTS (
        SELECT FROM jsonb_path_query(d.findings, '$.lines[*].payments[*]') AS used (fact)
        LEFT JOIN ledger_payments p ON p.company_id = d.company_id
          AND p.id = (used.fact ->> 'id')::int
        WHERE p.id IS NULL OR p.deposited_on IS DISTINCT FROM used.fact ->> 'depositedOn'
          OR p.state <> CASE
            WHEN used.fact -> 'bankName' IS NOT NULL OR used.fact -> 'otherAccount' IS NOT NULL THEN 'gone'
            WHEN used.fact ->> 'depositedOn' IS NULL THEN 'open'
            ELSE 'deposited' END::ledger_payment_state OR p.amount <> (used.fact ->> 'amount')::bigint
          OR p.customer_name <> used.fact ->> 'customer')`;
}

/** Of payments in one finding. */
const MAX_PAYMENTS = 3;

/**
 * Stores why each open deposit is open, for a company without Auto Match: the engine runs as it does for others, but
 * nothing is decided or proposed. What it is sure of is a likely match, which a user still has to choose.
 */
export function describeOpenDeposits(ctx: CompanyContext): Promise<void> {
  return planThenWrite(
    ctx,
    async (read) => {
      const { plans, books } = await runEngine(read, ctx);
      const named = await findOpenInvoices(read, ctx, plans, books);
      return { books, plans: named.map((plan) => withSureMatches(plan, books)) };
    },
    async (tx, { plans, books }) =>
      (await isCurrent(tx, ctx, books))
        ? { result: await storeFindings(tx, ctx, plans, books) }
        : null,
  );
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

/** A payment that is further away belongs to another charge. */
const MAX_DAYS = 14;
/** Half of the words of two names are the same. */
const MIN_LIKENESS = 0.5;

interface MissingCharge {
  line: LineInput;
  currency: string;
}

/**
 * Names the payment of a charge that is on a Deposit already which is none of ours: a person or another app deposited
 * it. The engine does not see it, since nothing can be matched with it. Each payment is named for one charge.
 */
async function findPaymentsOnDeposits(
  tx: Tx,
  ctx: CompanyContext,
  plans: readonly DescribedPlan[],
  deposits: CachedLedger["deposits"],
): Promise<readonly DescribedPlan[]> {
  const missing = plans.flatMap((plan) => missingCharges(plan, deposits));
  if (missing.length === 0) return plans;
  const free = new Set(await depositedPayments(tx, ctx, missing));
  const found = new Map<number, PaymentFact>();
  for (const charge of missing) {
    const payment = nearest(charge, free);
    if (!payment) continue;
    free.delete(payment);
    found.set(Number(charge.line.id), payment);
  }
  return plans.map((plan) => withDeposited(plan, found));
}

function missingCharges(
  { depositId, findings }: DescribedPlan,
  deposits: CachedLedger["deposits"],
): MissingCharge[] {
  const ids = new Set(
    findings?.lines.flatMap(({ code, lineId }) => (code === "missing" ? lineId : [])),
  );
  const input = ids.size > 0 ? deposits.get(Number(depositId))?.input : null;
  return (input?.lines ?? []).flatMap((line) =>
    ids.has(Number(line.id)) && line.amount > 0 ? { line, currency: input?.currency ?? "" } : [],
  );
}

/** Those of the charges' amounts and days, the oldest first. */
async function depositedPayments(
  tx: Tx,
  { companyId }: CompanyContext,
  missing: readonly MissingCharge[],
): Promise<PaymentFact[]> {
  const amounts = [
    ...new Set(
      missing.flatMap(({ line }) => [
        ...[line.amount, line.net ?? line.amount],
        ...(line.paid ? [line.paid.amount] : []),
      ]),
    ),
  ];
  const days = missing.map(({ line }) => line.date).sort();
  const [from, to] = [days[0] ?? "", days.at(-1) ?? ""];
  const rows = await tx.$queryRaw<(Omit<PaymentFact, "amount"> & { amount: string })[]>`
    SELECT p.id, p.kind::text AS kind, p.provider_id AS "quickbooksId", p.reference_number AS number,
      p.customer_name AS customer, p.amount::text AS amount, p.currency, p.txn_date::text AS date,
      p.deposited_on AS "depositedOn"
    FROM ledger_payments p
    WHERE p.company_id = ${companyId}::uuid AND p.state = 'deposited' AND p.deposited_on IS NOT NULL
      AND p.txn_date BETWEEN ${addDays(from, -MAX_DAYS)}::date AND ${addDays(to, MAX_DAYS)}::date
      AND p.amount = ANY(${amounts}::bigint[])
      AND NOT EXISTS (SELECT FROM match_payments u
        JOIN matches m ON m.company_id = u.company_id AND m.id = u.match_id
        WHERE u.company_id = p.company_id AND u.payment_id = p.id AND u.live AND m.state = 'accepted')
    ORDER BY p.txn_date, p.id`;
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }));
}

function nearest(
  { line, currency }: MissingCharge,
  payments: Iterable<PaymentFact>,
): PaymentFact | undefined {
  const apart = (date: CalendarDate) => Math.abs(daysBetween(line.date, date));
  return [...payments]
    .filter((payment) => isOf(line, currency, payment))
    .filter(({ date }) => apart(date) <= MAX_DAYS)
    .toSorted((a, b) => apart(a.date) - apart(b.date))[0];
}

/** Of the amount in the payout's currency, or of what the customer paid in another one. */
function isOf(
  { amount, net, paid, entity = "" }: LineInput,
  currency: string,
  payment: PaymentFact,
): boolean {
  const isEqual = payment.amount === amount || payment.amount === net;
  const isPaid = payment.amount === paid?.amount && payment.currency === paid.currency;
  if (!isPaid && !(isEqual && payment.currency === currency)) return false;
  if (entity === "" || payment.customer === "") return true;
  return nameLikeness(entity, payment.customer) >= MIN_LIKENESS;
}

function withDeposited(
  plan: DescribedPlan,
  found: ReadonlyMap<number, PaymentFact>,
): DescribedPlan {
  if (!plan.findings) return plan;
  const lines = plan.findings.lines.map((line): LineFinding => {
    const payment = line.code === "missing" ? found.get(line.lineId ?? 0) : undefined;
    return payment ? { ...line, code: "already_matched", payments: [payment] } : line;
  });
  return { ...plan, findings: { ...plan.findings, lines } };
}
