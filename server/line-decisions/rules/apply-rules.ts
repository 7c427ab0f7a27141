import type { DepositLine, Integration } from "@/generated/prisma/client";
import { addDays, dateText } from "@/lib/dates";
import { bookingKind } from "@/lib/line-bookings";
import { bookCharges } from "@/server/line-decisions/book-charges";
import type { CustomerIdentities } from "@/server/line-decisions/identify-customer";
import { loadIdentities, payerOf } from "@/server/line-decisions/load-identities";
import { type PaymentPlan, planPayments } from "@/server/line-decisions/plan-payments";
import { receiptKind } from "@/server/line-decisions/propose-receipt";
import { receiptPlan } from "@/server/line-decisions/receipt-plan";
import { storeBooking, tagLine } from "@/server/line-decisions/store-booking";
import { putAside, todayOf } from "@/server/line-decisions/wait-for-line";
import { findLedger } from "@/server/connections/find";
import { systemContext } from "@/server/platform/company-id";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { type CoveredLine, coveredLines, withoutDoubt } from "./covered-lines";
import { loadActiveRules } from "./load-active-rules";
import type { ReadRule, StoredOutcome } from "./stored-rule";

type ReceiptOutcome = Extract<StoredOutcome, { do: "receipt" }>;

/** What the decisions of a rule need. */
interface Books {
  ledger: Integration;
  identities: CustomerIdentities;
  today: string;
}

/**
 * Lets the company's rules decide about the open lines that the engine has nothing for, each as a user's choice
 * would. Under the company's lock, right after the engine.
 * @returns about how many lines they decided.
 */
export async function applyRules(tx: Tx, companyCtx: CompanyContext): Promise<number> {
  const ctx = { ...systemContext(companyCtx.companyId), requestId: companyCtx.requestId };
  const ledger = await findLedger(ctx, tx);
  if (ledger?.status !== "connected") return 0;
  const rules = await loadActiveRules(tx, ctx, ledger.id);
  if (rules.length === 0) return 0;
  const today = await todayOf(tx, ctx);
  const covered = await coveredLines(tx, ctx, rules, today);
  if (covered.length === 0) return 0;
  const lines = covered.map(({ line }) => line);
  const identities = await loadIdentities(tx, ctx, ledger, lines);
  const sure = await withoutDoubt(tx, ctx, ledger, covered, identities);
  let decided = 0;
  for (const rule of rules) {
    const own = sure.filter((each) => each.rule === rule);
    const done = await decide(tx, ctx, { ledger, identities, today }, rule, own);
    await tx.depositLine.updateMany({
      where: { companyId: ctx.companyId, id: { in: done.map(({ id }) => id) } },
      data: { ruleId: rule.id },
    });
    decided += done.length;
  }
  return decided;
}

/** @returns the lines that the rule could decide about. */
async function decide(
  tx: Tx,
  ctx: CompanyContext,
  { ledger, identities, today }: Books,
  rule: ReadRule,
  covered: readonly CoveredLine[],
): Promise<DepositLine[]> {
  const { outcome } = rule;
  if (outcome.do === "receipt") {
    const fitting = covered.filter(({ line }) => receiptKind(line) !== null);
    const plans = fitting.map((each) => toPlan(each, outcome, identities));
    if (plans.length > 0) await planPayments(tx, ctx, ledger, plans, rule);
    return fitting.map(({ line }) => line);
  }
  if (outcome.do === "account") {
    const { account } = outcome;
    const tags = { customer: outcome.customer ?? undefined, class: outcome.class ?? undefined };
    const isCharge = ({ line }: CoveredLine) => line.kind === "charge";
    const charges = covered.filter((each) => isCharge(each) && each.line.gross > 0n);
    const bookings = charges.map(({ deposit, line }) => ({
      deposit,
      line,
      account,
      tags,
      memo: "",
    }));
    if (bookings.length > 0) await bookCharges(tx, ctx, bookings, rule);
    const others = covered.filter((each) => !isCharge(each));
    for (const { line } of others) {
      const booking = { line, kind: bookingKind(line), account, always: false, tags };
      await storeBooking(tx, ctx, booking, rule);
      await tagLine(tx, ctx, line, tags);
    }
    return [...charges, ...others].map(({ line }) => line);
  }
  const { days, note } = outcome;
  const waiting = covered.filter(({ deposit }) => addDays(dateText(deposit.txnDate), days) > today);
  for (const { deposit, line } of waiting) {
    const until = addDays(dateText(deposit.txnDate), days);
    await putAside(tx, ctx, line, { until, note }, rule);
  }
  return waiting.map(({ line }) => line);
}

function toPlan(
  { rule, deposit, line }: CoveredLine,
  { customer, item, taxCode, memo, ...outcome }: ReceiptOutcome,
  identities: CustomerIdentities,
): PaymentPlan {
  const own = identities.of(payerOf(line));
  const plan = receiptPlan(deposit, [line], {
    customer: customer ?? (own && { id: own.Id ?? "", name: own.name, email: own.email }),
    ...{ item, taxCode, class: outcome.class },
    date: dateText(line.date),
    memo: memo || line.description,
  });
  return { ...plan, texts: [...plan.texts, `Rule: ${rule.text}`] };
}
