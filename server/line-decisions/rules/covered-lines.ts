import type { DepositLine, Integration } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import { InvoiceFacts } from "@/server/line-decisions/fit-invoices";
import type { CustomerIdentities } from "@/server/line-decisions/identify-customer";
import { payerOf } from "@/server/line-decisions/load-identities";
import { openInvoices } from "@/server/line-decisions/open-invoices";
import { bankedLines } from "@/server/deposits/banked-lines";
import { type DepositWithLines, withLines } from "@/server/deposits/deposit-with-lines";
import { depositedLines } from "@/server/deposits/deposited-lines";
import { toSettlementDeposit } from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { openDeposit } from "@/server/matches/load-open-rows";
import { findCandidates } from "@/server/matches/run-engine";
import { dueOn, firstRule } from "./matches-rule";
import type { ReadRule } from "./stored-rule";
import { RULE_LINE, toRuleLine } from "./to-rule-line";

/**
 * From this probability on, a payment in the books may be the line's. Lower than what a person is warned of, since
 * nobody looks.
 */
const MAY_BE_IN_BOOKS = 0.05;

/** A line that a rule is to decide about. */
export interface CoveredLine {
  rule: ReadRule;
  deposit: DepositWithLines;
  line: DepositLine;
}

/**
 * The open lines of paid payouts that a rule covers and that nothing else explains: no match, no suggestion, no
 * account, nobody's note to wait, and no earlier decision of a rule.
 * @param today in the company's time zone.
 */
export async function coveredLines(
  tx: Tx,
  ctx: CompanyContext,
  rules: readonly ReadRule[],
  today: string,
): Promise<CoveredLine[]> {
  const { companyId } = ctx;
  const rows = await tx.depositLine.findMany({
    where: {
      ...{ companyId, ruleId: null, waitUntil: null },
      matchedLines: { none: { live: true } },
      deposit: {
        ...openDeposit,
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
    const inBank = bankedLines(deposit.findings);
    const deposited = depositedLines(deposit.findings);
    return deposit.lines.flatMap((line) => {
      const rule = ruleOf.get(line.id);
      // A rule would book what is in the bank, or on a Deposit, a second time.
      const isBooked = booked.has(line.id) || inBank(line.id) !== null;
      const isOpen = !isBooked && deposited(line.id) === null;
      return rule && isOpen ? { rule, deposit, line } : [];
    });
  });
}

/** Those of the lines that no payment and no open invoice in the ledger may explain. */
export async function withoutDoubt(
  tx: Tx,
  ctx: CompanyContext,
  ledger: Integration,
  covered: readonly CoveredLine[],
  identities: CustomerIdentities,
): Promise<CoveredLine[]> {
  const candidates = await findCandidates(
    tx,
    ctx,
    covered.map(({ line }) => line.id),
  );
  const invoices = new Map<string, InvoiceFacts>();
  for (const currency of new Set(covered.map(({ line }) => line.currency))) {
    invoices.set(currency, new InvoiceFacts(await openInvoices(tx, ctx, ledger, { currency })));
  }
  return covered.filter(({ line }) => {
    let possible = 0;
    for (const { probability } of candidates.get(line.id) ?? []) possible += probability;
    if (possible >= MAY_BE_IN_BOOKS) return false;
    if (line.kind !== "charge") return true;
    const customerId = identities.of(payerOf(line))?.Id ?? null;
    const fitting = invoices.get(line.currency)?.fitting(line, customerId) ?? [];
    return !fitting.some(({ isLikely }) => isLikely);
  });
}
