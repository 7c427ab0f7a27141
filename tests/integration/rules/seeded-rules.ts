import { applyRules } from "@/server/line-decisions/rules/apply-rules";
import type { StoredConditions, StoredOutcome } from "@/server/line-decisions/rules/stored-rule";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { systemContext } from "@/server/platform/company-id";
import { adminDb } from "../../support/admin-db";
import { MatchingBooks } from "../../support/matching-books";

export const RECEIPT: StoredOutcome = {
  ...{ do: "receipt", customer: { id: "58", name: "Website donors", email: "" } },
  ...{ item: { id: "31", name: "Donation" }, taxCode: null, class: null, memo: "" },
};
export const OWN: StoredOutcome = { ...RECEIPT, customer: null };
export const ACCOUNT: StoredOutcome = {
  ...{ do: "account", account: { id: "91", name: "Refunds" }, customer: null, class: null },
};
/** As the seeded companies count it. */
export const TODAY = new Date().toISOString().slice(0, 10);

/** A company without live connections, whose days are those of {@link TODAY}. */
export async function newBooks(): Promise<MatchingBooks> {
  const books = await MatchingBooks.create();
  await adminDb().companySettings.update({
    where: { companyId: books.companyId },
    data: { timeZone: "UTC" },
  });
  return books;
}

export const conditions = (change: Partial<StoredConditions> = {}): StoredConditions => ({
  ...{ kind: "charge", description: "", customer: "any", customerName: "" },
  ...{ from: null, to: null, currency: null, afterDays: 3 },
  ...change,
});

/** A rule as the verbs store it. */
export async function seedRule(
  { companyId, userId }: MatchingBooks,
  change: Partial<StoredConditions>,
  outcome: StoredOutcome,
  { active = true, position = 1, ledger = "quickbooks" as "quickbooks" | "stripe" } = {},
) {
  const integration = await adminDb().integration.findFirst({
    where: { companyId, provider: ledger },
  });
  return adminDb().rule.create({
    data: {
      ...{ companyId, position, active, source: "stripe", createdBy: userId },
      ledgerId: outcome.do === "wait" ? null : (integration?.id ?? null),
      conditions: conditions(change),
      outcome,
    },
  });
}

/** What a sync's end does: the engine, then the rules. */
export function decide({ companyId }: MatchingBooks) {
  const ctx = systemContext(companyId);
  return matchAllDeposits(ctx, { decideRest: () => applyRules(ctx) });
}

/** The payments that a company has planned. */
export function plannedOf({ companyId }: MatchingBooks) {
  return adminDb().ledgerPayment.findMany({
    where: { companyId, state: "planned" },
    include: { planned: true },
    orderBy: { id: "asc" },
  });
}

export const paidOut = (depositId: number, date: string) =>
  adminDb().deposit.updateMany({ where: { id: depositId }, data: { txnDate: new Date(date) } });

/** A rule on the wire that names nothing of QuickBooks. */
export const waitRule = (change: object = {}) => ({
  integration_type: "stripe",
  conditions: {
    ...{ kind: "charge", description: "Donation", customer: "none", customer_name: "" },
    ...{ amount_from: null, amount_to: null, currency: null, after_days: 3 },
  },
  outcome: { do: "wait", days: 10, note: "Shop app" },
  ...change,
});
