import { addDays, type CalendarDate, daysBetween } from "@/lib/dates";
import { nameLikeness } from "@/lib/name-likeness";
import type { LineInput } from "@/matching/engine/contract";
import type { LineFinding, PaymentFact } from "@/server/deposits/findings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { CachedLedger } from "./cached-ledger";
import type { DescribedPlan } from "./plan-deposits";

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
export async function findPaymentsOnDeposits(
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
    ...new Set(missing.flatMap(({ line }) => [line.amount, line.net ?? line.amount])),
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
    .filter((payment) => payment.currency === currency && isOf(line, payment))
    .filter(({ date }) => apart(date) <= MAX_DAYS)
    .toSorted((a, b) => apart(a.date) - apart(b.date))[0];
}

function isOf({ amount, net, entity = "" }: LineInput, payment: PaymentFact): boolean {
  if (payment.amount !== amount && payment.amount !== net) return false;
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
