import { isDeepStrictEqual } from "node:util";
import type { DepositLine, Integration } from "@/generated/prisma/client";
import { addDays, dateText } from "@/lib/dates";
import { takesBackReceipt } from "@/lib/first-offer";
import type { LedgerWords } from "@/lib/ledger-words";
import { bookingKind } from "@/lib/line-bookings";
import type { Candidate } from "@/matching/engine/decision/candidates";
import { receiptTax } from "@/server/connections/company-facts";
import { findLedger } from "@/server/connections/find";
import { receiptObstacle } from "@/server/connections/payment-account";
import { loadOfferFacts } from "@/server/deposits/line-origins";
import { type DepositWithLines, withLines } from "@/server/deposits/require-deposit";
import {
  bankedLines,
  depositedLines,
  toSettlementDeposit,
} from "@/server/deposits/settlement-rows";
import {
  type CustomerIdentities,
  loadIdentities,
  payerOf,
} from "@/server/line-decisions/customer-identities";
import {
  decideChargeAccounts,
  storeBooking,
  tagLine,
} from "@/server/line-decisions/decide-account";
import { receiptKind, toReceiptPlan } from "@/server/line-decisions/decide-receipt";
import { InvoiceFacts, openInvoices } from "@/server/line-decisions/open-invoices";
import { storePostponed } from "@/server/line-decisions/postpone-line";
import { type PaymentPlan, planPayments } from "@/server/line-decisions/store-decisions";
import { openDeposit } from "@/server/matches/load-open-rows";
import { findCandidates, isCurrent } from "@/server/matches/run-engine";
import { systemContext } from "@/server/platform/company-id";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { planThenWrite } from "@/server/platform/with-company-lock";
import { loadToday } from "@/server/work/company";
import { wordsOf } from "@/server/work/ledger-words";
import { dueOn, firstRule, RULE_LINE, toRuleLine } from "./matches-rule";
import { loadActiveRules, type ReadRule, type StoredOutcome } from "./stored-rule";

type ReceiptOutcome = Extract<StoredOutcome, { do: "receipt" }>;

/** What the decisions of rules rest on. */
interface Covered {
  ledger: Integration;
  rules: ReadRule[];
  identities: CustomerIdentities;
  today: string;
  lines: CoveredLine[];
  /** By currency. */
  invoices: ReadonlyMap<string, InvoiceFacts>;
}

/**
 * Lets the company's rules decide about the open lines that the engine has nothing for, each as a user's decision
 * would. Right after the engine.
 * @returns about how many lines they decided.
 */
export async function applyRules(companyCtx: CompanyContext): Promise<number> {
  const ctx = { ...systemContext(companyCtx.companyId), requestId: companyCtx.requestId };
  const ledger = await findLedger(ctx);
  if (ledger?.status !== "connected") return 0;
  if ((await loadActiveRules(db(ctx), ctx, ledger.id)).length === 0) return 0;
  return planThenWrite(
    ctx,
    (read) =>
      findCandidates(read, ctx, async (tx) => {
        const covered = await loadCovered(tx, ctx, ledger);
        return { covered, lineIds: covered.lines.map(({ line }) => line.id) };
      }),
    async (tx, { covered, candidates, books }) => {
      if (covered.lines.length === 0) return { result: 0 };
      const rules = await loadActiveRules(tx, ctx, ledger.id);
      if (!isDeepStrictEqual(rules, covered.rules)) return null;
      if (!(await isCurrent(tx, ctx, books))) return null;
      return { result: await decide(tx, ctx, withoutDoubt(covered, candidates)) };
    },
  );
}

async function loadCovered(tx: Tx, ctx: CompanyContext, ledger: Integration): Promise<Covered> {
  const rules = await loadActiveRules(tx, ctx, ledger.id);
  const today = await loadToday(ctx, tx);
  const lines = await coveredLines(tx, ctx, { rules, today, ledger });
  const invoices = new Map<string, InvoiceFacts>();
  for (const currency of new Set(lines.map(({ line }) => line.currency))) {
    invoices.set(currency, new InvoiceFacts(await openInvoices(tx, ctx, ledger, { currency })));
  }
  const identities = await loadIdentities(
    tx,
    ctx,
    ledger,
    lines.map(({ line }) => line),
  );
  return { ledger, rules, identities, today, lines, invoices };
}

/** @returns about how many lines the rules decided. Under the company's lock. */
async function decide(tx: Tx, ctx: CompanyContext, covered: Covered): Promise<number> {
  let decided = 0;
  for (const rule of covered.rules) {
    const own = covered.lines.filter((each) => each.rule === rule);
    const done = await carryOut(tx, ctx, covered, rule, own);
    await tx.depositLine.updateMany({
      where: { companyId: ctx.companyId, id: { in: done.map(({ id }) => id) } },
      data: { ruleId: rule.id },
    });
    decided += done.length;
  }
  return decided;
}

/** @returns the lines that the rule could decide about. */
async function carryOut(
  tx: Tx,
  ctx: CompanyContext,
  { ledger, identities, today }: Covered,
  rule: ReadRule,
  covered: readonly CoveredLine[],
): Promise<DepositLine[]> {
  const { outcome } = rule;
  if (outcome.do === "receipt") {
    const tax = receiptTax(ledger);
    // The rule says so itself, as its obstacle.
    if (tax !== null && !outcome.taxCode) return [];
    const facts = await loadOfferFacts(
      tx,
      ctx,
      covered.map(({ line }) => line.id),
    );
    const fitting = covered.filter(
      ({ deposit, line }) =>
        receiptKind(line) !== null &&
        receiptObstacle(ledger, deposit) === null &&
        // A rule for disputes covers won ones: a sale is counted again unless a refund receipt took it away.
        (line.kind !== "dispute_reversal" ||
          takesBackReceipt({ ...line, gross: Number(line.gross) }, facts(line.id).origin)),
    );
    const plans = fitting.map((each) =>
      toPlan(each, outcome, identities, tax, wordsOf(ledger.provider)),
    );
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
    if (bookings.length > 0) await decideChargeAccounts(tx, ctx, bookings, rule);
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
    await storePostponed(tx, ctx, line, { until, note }, rule);
  }
  return waiting.map(({ line }) => line);
}

function toPlan(
  { rule, deposit, line }: CoveredLine,
  { customer, item, taxCode, memo, ...outcome }: ReceiptOutcome,
  identities: CustomerIdentities,
  tax: string | null,
  ledger: LedgerWords,
): PaymentPlan {
  const own = identities.of(payerOf(line));
  const choice = {
    customer: customer ?? (own && { id: own.Id ?? "", name: own.name, email: own.email }),
    ...{ item, taxCode, class: outcome.class },
    date: dateText(line.date),
    memo: memo || line.description,
  };
  const plan = toReceiptPlan(deposit, [line], choice, tax, ledger);
  return { ...plan, texts: [...plan.texts, `Rule: ${rule.text}`] };
}

/**
 * From this probability on, a payment in the books may be the line's. Lower than what a person is warned of, since
 * no one reviews it.
 */
const MAY_BE_IN_BOOKS = 0.05;

/** A line that a rule is to decide about. */
interface CoveredLine {
  rule: ReadRule;
  deposit: DepositWithLines;
  line: DepositLine;
}

/**
 * The open lines of paid payouts that a rule covers and that nothing else explains: no match, no suggestion, no
 * account, no postponement, and no earlier decision of a rule.
 * @param today in the company's time zone.
 */
async function coveredLines(
  tx: Tx,
  ctx: CompanyContext,
  { rules, today, ledger }: Pick<Covered, "rules" | "today" | "ledger">,
): Promise<CoveredLine[]> {
  const words = wordsOf(ledger.provider);
  const { companyId } = ctx;
  const rows = await tx.depositLine.findMany({
    where: {
      ...{ companyId, ruleId: null, waitUntil: null },
      matchedLines: { none: { live: true } },
      deposit: {
        ...openDeposit,
        // The books may have the payout, with what a rule would record or book.
        existing: { none: { state: "suggested" } },
        integration: { provider: { in: rules.map(({ source }) => source) } },
      },
    },
    select: {
      ...RULE_LINE,
      deposit: { select: { id: true, txnDate: true, integration: { select: { provider: true } } } },
    },
  });
  const ruleOf = new Map<number, ReadRule>();
  const depositIds = new Set<number>();
  for (const { deposit, ...row } of rows) {
    // A rule whose day is still to come keeps those behind it waiting.
    const rule = firstRule(toRuleLine(row, deposit.integration.provider), rules);
    if (!rule || dueOn(dateText(deposit.txnDate), rule.conditions) > today) continue;
    ruleOf.set(row.id, rule);
    depositIds.add(deposit.id);
  }
  const deposits = await tx.deposit.findMany({
    where: { companyId, id: { in: [...depositIds] } },
    include: withLines,
    orderBy: { id: "asc" },
  });
  return deposits.flatMap((deposit) => {
    const booked = new Set(
      toSettlementDeposit(deposit).lines.flatMap(({ id, kind, accountId }) =>
        kind !== "charge" && accountId !== null ? id : [],
      ),
    );
    const inBank = bankedLines(deposit.findings, words);
    const deposited = depositedLines(deposit.findings, words);
    return deposit.lines.flatMap((line) => {
      const rule = ruleOf.get(line.id);
      // A rule would book what is in the bank, or on a Deposit, a second time.
      const isBooked = booked.has(line.id) || inBank(line.id) !== null;
      const isOpen = !isBooked && deposited(line.id) === null;
      return rule && isOpen ? { rule, deposit, line } : [];
    });
  });
}

/** Without the lines that a payment or an open invoice in the ledger may explain. */
function withoutDoubt(
  covered: Covered,
  candidates: ReadonlyMap<number, readonly Candidate[]>,
): Covered {
  const { identities, invoices } = covered;
  const lines = covered.lines.filter(({ line }) => {
    let possible = 0;
    for (const { probability } of candidates.get(line.id) ?? []) possible += probability;
    if (possible >= MAY_BE_IN_BOOKS) return false;
    if (line.kind !== "charge") return true;
    const customerId = identities.of(payerOf(line))?.Id ?? null;
    const fitting = invoices.get(line.currency)?.fitting(line, customerId) ?? [];
    return !fitting.some(({ isLikely }) => isLikely);
  });
  return { ...covered, lines };
}
