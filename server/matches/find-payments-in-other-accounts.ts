import { addDays, daysBetween } from "@/lib/dates";
import { groupBy } from "@/lib/group-by";
import { nameLikeness } from "@/lib/name-likeness";
import type { LineInput } from "@/matching/engine/contract";
import { bankIds } from "@/server/connections/bank-accounts";
import { homeCurrency } from "@/server/connections/find";
import {
  accountOfPayment,
  hasUndepositedFunds,
  readOtherAccounts,
  readPaymentAccounts,
} from "@/server/connections/payment-account";
import type { LineCode, LineFinding, PaymentFact } from "@/server/deposits/findings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { CachedLedger } from "./cached-ledger";
import { numbersOf, sharesNumber } from "./find-open-invoices";
import type { DescribedPlan } from "./plan-deposits";
import { poolsOf, type StoredLedger } from "./pools";

/** A payment that is further away belongs to another charge. */
const MAX_DAYS = 7;
/** More than half of the words of two names are the same: "Ann Baker" is not "Ann Fox". */
const MIN_LIKENESS = 0.6;
/** What the engine found where no open payment explains a charge; the last: another charge has the one that fits. */
const UNEXPLAINED: ReadonlySet<LineCode> = new Set([
  "missing",
  "outside_window",
  "already_matched",
]);

interface Charge {
  line: LineInput;
  currency: string;
  pool: string;
}

type BookedPayment = PaymentFact & { bookedTo: string; isOpen: boolean };

/**
 * Names the payment of a charge that was booked to another account than Undeposited Funds, such as a clearing account that
 * no one has chosen, or that is another processor's. The engine doesn't see it, since nothing can be deposited from there; without its name a user
 * would record the sale a second time. What is in a bank account that deposits go to is either said before
 * (find-payments-in-bank.ts) or no payment of a payout. Each payment is named for one charge, and only by its customer or
 * number: an amount alone is no evidence.
 */
export async function findPaymentsInOtherAccounts(
  tx: Tx,
  ctx: CompanyContext,
  ledger: StoredLedger,
  plans: readonly DescribedPlan[],
  deposits: CachedLedger["deposits"],
): Promise<readonly DescribedPlan[]> {
  const charges = plans.flatMap((plan) => unexplainedCharges(plan, deposits));
  if (charges.length === 0) return plans;
  const payments = await bookedPayments(tx, ctx, charges, ledger);
  if (payments.length === 0) return plans;
  const pools = poolsOf(ledger);
  const byAmount = groupBy(payments, ({ amount, currency }) => `${amount} ${currency}`);
  const taken = new Set<BookedPayment>();
  const onlyIn = hasUndepositedFunds(ledger) ? await homeCurrency(ctx, tx) : null;
  const found = new Map<number, PaymentFact>();
  for (const charge of charges) {
    const { line, currency, pool } = charge;
    const isOutside = (each: BookedPayment) => !each.isOpen || pools.ofPayment(each) !== pool;
    const amounts = new Set([line.amount, line.net ?? line.amount]);
    const ofAmount = [...amounts].flatMap((amount) => byAmount.get(`${amount} ${currency}`) ?? []);
    const payment = best(
      line,
      ofAmount.filter((each) => !taken.has(each) && isOutside(each)),
    );
    if (!payment) continue;
    taken.add(payment);
    found.set(Number(charge.line.id), fact(payment, ledger.settings, onlyIn));
  }
  return plans.map((plan) => withFound(plan, found));
}

function unexplainedCharges(
  { depositId, findings }: DescribedPlan,
  deposits: CachedLedger["deposits"],
): Charge[] {
  const ids = new Set(
    findings?.lines.flatMap((line) => (isUnexplained(line) ? (line.lineId ?? []) : [])),
  );
  const row = ids.size > 0 ? deposits.get(Number(depositId)) : undefined;
  const { input, pool = "" } = row ?? {};
  return (input?.lines ?? []).flatMap((line) =>
    ids.has(Number(line.id)) && line.amount > 0
      ? { line, currency: input?.currency ?? "", pool }
      : [],
  );
}

/** Payments on a Deposit that isn't ours are explained already (store-findings.ts). */
function isUnexplained({ code, payments }: LineFinding): boolean {
  return UNEXPLAINED.has(code) && payments[0]?.depositedOn === undefined;
}

/** Those of the charges' amounts and days, the oldest first; of open ones what no match holds, where there are pools. */
async function bookedPayments(
  tx: Tx,
  { companyId }: CompanyContext,
  charges: readonly Charge[],
  ledger: StoredLedger,
): Promise<BookedPayment[]> {
  const banks = bankIds(ledger.settings);
  const states = hasUndepositedFunds(ledger) ? ["gone"] : ["gone", "open"];
  const amounts = charges.flatMap(({ line }) => [line.amount, line.net ?? line.amount]);
  const days = charges.map(({ line }) => line.date).sort();
  const [from, to] = [days[0] ?? "", days.at(-1) ?? ""];
  const rows = await tx.$queryRaw<(Omit<BookedPayment, "amount"> & { amount: string })[]>`
    SELECT p.id, p.kind::text AS kind, p.provider_id AS "quickbooksId", p.reference_number AS number,
      p.customer_name AS customer, p.amount::text AS amount, p.currency, p.txn_date::text AS date,
      p.booked_to AS "bookedTo", p.state = 'open' AS "isOpen"
    FROM ledger_payments p
    WHERE p.company_id = ${companyId}::uuid AND p.state = ANY(${states}::ledger_payment_state[])
      AND p.deposited_on IS NULL AND NOT EXISTS (SELECT FROM match_payments mp
        WHERE mp.company_id = p.company_id AND mp.payment_id = p.id AND mp.live)
      AND p.booked_to IS NOT NULL AND p.booked_to <> ALL(${[...banks]}::text[])
      AND p.txn_date BETWEEN ${addDays(from, -MAX_DAYS)}::date AND ${addDays(to, MAX_DAYS)}::date
      AND p.amount = ANY(${[...new Set(amounts)]}::bigint[])
    ORDER BY p.txn_date, p.id`;
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }));
}

/** The one that says most clearly that it is the charge's, then the nearest. */
function best(line: LineInput, payments: readonly BookedPayment[]): BookedPayment | undefined {
  const apart = ({ date }: BookedPayment) => Math.abs(daysBetween(line.date, date));
  return payments
    .filter((each) => apart(each) <= MAX_DAYS)
    .map((payment) => ({ payment, likeness: likenessOf(line, payment) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .toSorted((a, b) => b.likeness - a.likeness || apart(a.payment) - apart(b.payment))[0]?.payment;
}

/** 1 when the charge quotes its number. */
function likenessOf(line: LineInput, payment: PaymentFact): number {
  return sharesNumber(numbersOf(line), payment.number)
    ? 1
    : nameLikeness(line.entity ?? "", payment.customer);
}

/** @param onlyIn the currency of accounts that can be chosen; null: any. */
function fact(
  { bookedTo, isOpen, ...payment }: BookedPayment,
  settings: unknown,
  onlyIn: string | null,
): PaymentFact {
  const chosen = readPaymentAccounts(settings);
  const own = accountOfPayment(chosen, { bookedTo, currency: payment.currency });
  if (own) {
    return { ...payment, otherAccount: { name: own.name, openedBy: isOpen ? null : "day" } };
  }
  const isChosen = chosen.find(({ id }) => id === bookedTo);
  const account = readOtherAccounts(settings).find(({ id }) => id === bookedTo);
  const canBeChosen =
    !isChosen &&
    account?.canHoldPayments === true &&
    (onlyIn ?? payment.currency) === payment.currency;
  const name = account?.name ?? isChosen?.name ?? "";
  return { ...payment, otherAccount: { name, openedBy: canBeChosen ? "account" : null } };
}

function withFound(plan: DescribedPlan, found: ReadonlyMap<number, PaymentFact>): DescribedPlan {
  if (!plan.findings) return plan;
  const lines = plan.findings.lines.map((line): LineFinding => {
    const payment = isUnexplained(line) ? found.get(line.lineId ?? 0) : undefined;
    return payment ? { ...line, code: "other_account", payments: [payment], invoice: null } : line;
  });
  return { ...plan, findings: { ...plan.findings, lines } };
}
