import type { Integration } from "@/generated/prisma/client";
import { addDays, daysBetween } from "@/lib/dates";
import { groupBy } from "@/lib/group-by";
import { nameLikeness } from "@/lib/name-likeness";
import type { ProviderId } from "@/lib/providers/list";
import type { LineInput } from "@/matching/engine/contract";
import { bankFor, bankIds } from "@/server/connections/bank-accounts";
import type { LineCode, LineFinding, PaymentFact } from "@/server/deposits/findings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { CachedLedger } from "./cached-ledger";
import { numbersOf, sharesNumber } from "./find-open-invoices";
import type { DescribedPlan } from "./plan-deposits";

/** A payment that is further away belongs to another charge. */
const MAX_DAYS = 7;
/** A whole payout is entered from the bank's statement, so not before it is there. */
const AFTER_DAYS = 7;
/** Half of the words of two names are the same. */
const MIN_LIKENESS = 0.5;
/** What the engine found where no open payment explains a charge. */
const UNEXPLAINED: ReadonlySet<LineCode> = new Set(["missing", "outside_window"]);

/** An open payout with charges that nothing explains, and the bank account that it goes to. */
interface Open {
  depositId: number;
  bankId: string;
  bankName: string;
  amount: number;
  currency: string;
  date: string;
  missing: LineInput[];
  /** No charge of it is explained otherwise. */
  isAllMissing: boolean;
}

type BankedPayment = PaymentFact & { bankId: string };

/** By payout: what of it was booked straight to its bank account; the whole payout under null. */
type Found = ReadonlyMap<number, ReadonlyMap<number | null, PaymentFact>>;

/**
 * Names payments that were booked straight to the bank account that their payout goes to, so that it would be booked
 * there twice. The engine doesn't see them, since they wait nowhere. Each is named for one charge, or for a whole payout.
 */
export async function findPaymentsInBank(
  tx: Tx,
  ctx: CompanyContext,
  ledger: Pick<Integration, "settings">,
  plans: readonly DescribedPlan[],
  deposits: CachedLedger["deposits"],
): Promise<readonly DescribedPlan[]> {
  const unexplained = plans.filter(({ findings }) =>
    findings?.lines.some(({ code }) => UNEXPLAINED.has(code)),
  );
  const banks = bankIds(ledger.settings);
  if (unexplained.length === 0 || banks.size === 0) return plans;
  const open = await openPayouts(tx, ctx, ledger.settings, unexplained, deposits);
  if (open.length === 0) return plans;
  const payments = await bankedPayments(tx, ctx, [...banks], open);
  if (payments.length === 0) return plans;
  const found = explain(open, payments);
  return plans.map((plan) => withBanked(plan, found));
}

async function openPayouts(
  tx: Tx,
  ctx: CompanyContext,
  settings: unknown,
  plans: readonly DescribedPlan[],
  deposits: CachedLedger["deposits"],
): Promise<Open[]> {
  const rows = await tx.deposit.findMany({
    where: {
      companyId: ctx.companyId,
      id: { in: plans.map(({ depositId }) => Number(depositId)) },
    },
    select: { id: true, integration: { select: { provider: true } } },
  });
  const sources = new Map<number, ProviderId>(
    rows.map(({ id, integration }) => [id, integration.provider]),
  );
  return plans.flatMap(({ depositId, findings }) => {
    const id = Number(depositId);
    const [source, input] = [sources.get(id), deposits.get(id)?.input];
    if (source === undefined || !input) return [];
    const { currency } = input;
    const bank = bankFor(settings, { source, currency });
    if (!bank) return [];
    const ids = new Set(
      findings?.lines.flatMap(({ code, lineId }) => (UNEXPLAINED.has(code) ? lineId : [])),
    );
    const charges = (input.lines ?? []).filter(({ type }) => type === "charge");
    const missing = charges.filter((line) => ids.has(Number(line.id)) && line.amount > 0);
    return {
      ...{ depositId: id, bankId: bank.bankId, bankName: bank.bankName },
      ...{ amount: input.amount, currency, date: input.date, missing },
      isAllMissing: missing.length === charges.length,
    };
  });
}

/** Those of the amounts and days that are looked for, the oldest first. */
async function bankedPayments(
  tx: Tx,
  { companyId }: CompanyContext,
  banks: readonly string[],
  open: readonly Open[],
): Promise<BankedPayment[]> {
  const amounts = open.flatMap(({ amount, missing }) => [
    amount,
    ...missing.flatMap((line) => [line.amount, line.net ?? line.amount]),
  ]);
  const days = open.flatMap(({ date, missing }) => [date, ...missing.map((line) => line.date)]);
  const sorted = days.toSorted();
  const rows = await tx.$queryRaw<(Omit<BankedPayment, "amount"> & { amount: string })[]>`
    SELECT p.id, p.kind::text AS kind, p.provider_id AS "quickbooksId", p.reference_number AS number,
      p.customer_name AS customer, p.amount::text AS amount, p.currency, p.txn_date::text AS date,
      p.booked_to AS "bankId"
    FROM ledger_payments p
    WHERE p.company_id = ${companyId}::uuid AND p.state = 'gone' AND p.deposited_on IS NULL
      AND p.booked_to = ANY(${[...banks]}::text[])
      AND p.txn_date BETWEEN ${addDays(sorted[0] ?? "", -MAX_DAYS)}::date
        AND ${addDays(sorted.at(-1) ?? "", AFTER_DAYS)}::date
      AND p.amount = ANY(${[...new Set(amounts)]}::bigint[])
    ORDER BY p.txn_date, p.id`;
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }));
}

function explain(open: readonly Open[], payments: readonly BankedPayment[]): Found {
  const free = new Set(payments);
  const found = new Map<number, ReadonlyMap<number | null, PaymentFact>>();
  // What names its charge comes before what merely has its amount.
  for (const isNamed of [true, false]) {
    for (const payout of open) {
      const known = new Map(found.get(payout.depositId));
      const taken: BankedPayment[] = [];
      for (const line of payout.missing) {
        if (known.has(Number(line.id))) continue;
        const payment = nearest(payout, line, { free, isNamed });
        if (!payment) continue;
        free.delete(payment);
        taken.push(payment);
        known.set(Number(line.id), fact(payout, payment));
      }
      // An amount alone is no evidence, unless every charge has its own.
      if (isNamed || (payout.isAllMissing && known.size === payout.missing.length)) {
        if (known.size > 0) found.set(payout.depositId, known);
      } else for (const payment of taken) free.add(payment);
    }
  }
  for (const [depositId, payment] of wholePayouts(open, found, free)) {
    found.set(depositId, new Map([[null, payment]]));
  }
  return found;
}

function nearest(
  { bankId, currency }: Open,
  line: LineInput,
  { free, isNamed }: { free: Iterable<BankedPayment>; isNamed: boolean },
): BankedPayment | undefined {
  const apart = (date: string) => Math.abs(daysBetween(line.date, date));
  return [...free]
    .filter((each) => each.bankId === bankId && each.currency === currency)
    .filter(({ amount }) => amount === line.amount || amount === line.net)
    .filter((each) => apart(each.date) <= MAX_DAYS && fits(line, each, isNamed))
    .toSorted((a, b) => apart(a.date) - apart(b.date))[0];
}

function fits(line: LineInput, payment: PaymentFact, isNamed: boolean) {
  const { entity = "" } = line;
  if (sharesNumber(numbersOf(line), payment.number)) return true;
  if (entity === "" || payment.customer === "") return !isNamed;
  return nameLikeness(entity, payment.customer) >= MIN_LIKENESS;
}

/** Payouts that were entered as one sum, as it is on the bank's statement: only where no other could be meant. */
function wholePayouts(
  open: readonly Open[],
  found: Found,
  free: ReadonlySet<BankedPayment>,
): [number, PaymentFact][] {
  const byAmount = groupBy([...free], ({ amount, currency, bankId }) =>
    [amount, currency, bankId].join(" "),
  );
  const ofAmount = groupBy(open, ({ amount, currency, bankId }) =>
    [amount, currency, bankId].join(" "),
  );
  return [...ofAmount].flatMap(([key, payouts]): [number, PaymentFact][] => {
    const [payout, ...others] = payouts;
    const [payment, ...more] = byAmount.get(key) ?? [];
    if (!payout || !payment || others.length > 0 || more.length > 0) return [];
    const days = daysBetween(payout.date, payment.date);
    const isLate = days >= -1 && days <= AFTER_DAYS;
    const isOpen = payout.isAllMissing && payout.amount > 0;
    return isLate && isOpen && !found.has(payout.depositId)
      ? [[payout.depositId, fact(payout, payment)]]
      : [];
  });
}

function fact({ bankName }: Open, { bankId: _, ...payment }: BankedPayment): PaymentFact {
  return { ...payment, bankName };
}

function withBanked(plan: DescribedPlan, found: Found): DescribedPlan {
  const own = found.get(Number(plan.depositId));
  if (!own || !plan.findings) return plan;
  const toFinding = (line: LineFinding, payment: PaymentFact): LineFinding => ({
    ...line,
    code: "in_bank",
    payments: [payment],
  });
  const lines = plan.findings.lines.map((line) => {
    const payment = UNEXPLAINED.has(line.code) ? own.get(line.lineId) : undefined;
    return payment ? toFinding(line, payment) : line;
  });
  const whole = own.get(null);
  const isSaid = lines.some(({ lineId, code }) => lineId === null && code === "in_bank");
  const first: LineFinding[] =
    whole && !isSaid
      ? [{ lineId: null, code: "in_bank", probability: 0, payments: [whole], invoice: null }]
      : [];
  return { ...plan, findings: { ...plan.findings, lines: [...first, ...lines] } };
}
