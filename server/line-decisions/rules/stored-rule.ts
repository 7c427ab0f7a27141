import { z } from "zod";
import type { Rule } from "@/generated/prisma/client";
import { RULE_CUSTOMERS, RULE_KINDS } from "@/lib/constants/rules";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type {
  listRules as contract,
  RuleConditions,
  RuleOutcome,
  RuleView,
} from "@/lib/contracts/rules";
import type { LedgerWords } from "@/lib/ledger-words";
import { normalizeCurrency, parseDecimal, toWireDecimal } from "@/lib/money";
import { describeProvider, isLedger } from "@/lib/providers/list";
import { RULE_KIND_WORDS, ruleText } from "@/lib/rules/rule-text";
import { receiptTax } from "@/server/connections/company-facts";
import { providerName } from "@/server/connections/find";
import { type KindAccounts, readKindAccounts } from "@/server/connections/line-settings";
import { toNamed } from "@/server/connections/receipt-settings";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { loadLedgerWords, wordsOf } from "@/server/work/ledger-words";

const choice = z.object({ id: z.string(), name: z.string() });
/** The account that the sales of a product are booked to, where it is known. */
const listChoice = choice.extend({ account: z.string().optional() });

/** As the table keeps them. Amounts in minor units of `currency`, both included. */
const storedConditions = z.object({
  kind: z.enum(RULE_KINDS),
  description: z.string(),
  customer: z.enum(RULE_CUSTOMERS),
  customerName: z.string(),
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  currency: z.string().nullable(),
  afterDays: z.number().int(),
});
export type StoredConditions = z.infer<typeof storedConditions>;

const storedOutcome = z.discriminatedUnion("do", [
  z.object({
    do: z.literal("receipt"),
    customer: choice.extend({ email: z.string() }).nullable(),
    item: listChoice,
    taxCode: choice.nullable(),
    class: choice.nullable(),
    memo: z.string(),
  }),
  z.object({
    do: z.literal("account"),
    account: choice,
    // The first rules have none.
    customer: choice.nullable().default(null),
    class: choice.nullable().default(null),
  }),
  z.object({ do: z.literal("wait"), days: z.number().int(), note: z.string() }),
]);
export type StoredOutcome = z.infer<typeof storedOutcome>;

/** A rule as it decides. */
export interface ReadRule extends Pick<Rule, "id" | "source" | "ledgerId"> {
  conditions: StoredConditions;
  outcome: StoredOutcome;
  /** In words. */
  text: string;
}

/** @throws what zod throws for a row that we did not write. */
export function readRule(
  row: Pick<Rule, "id" | "source" | "ledgerId"> & { conditions: unknown; outcome: unknown },
): ReadRule {
  const conditions = storedConditions.parse(row.conditions);
  const outcome = storedOutcome.parse(row.outcome);
  const text = ruleText({
    source: providerName(row.source),
    conditions: toWireConditions(conditions),
    outcome: toWireOutcome(outcome),
  });
  return { id: row.id, source: row.source, ledgerId: row.ledgerId, conditions, outcome, text };
}

/** @throws MoneyError for no currency, or an amount that it can't have. */
export function toStoredConditions(wire: RuleConditions): StoredConditions {
  const { kind, description, customer, customer_name, amount_from, amount_to } = wire;
  const currency = wire.currency && normalizeCurrency(wire.currency);
  const minor = (amount: string | null) =>
    amount === null || currency === null ? null : parseDecimal(amount, currency);
  return {
    ...{ kind, description, customer, currency },
    customerName: customer === "named" ? customer_name : "",
    from: minor(amount_from),
    to: minor(amount_to),
    afterDays: wire.after_days,
  };
}

function toWireConditions(stored: StoredConditions): RuleConditions {
  const { kind, description, customer, customerName, from, to, currency, afterDays } = stored;
  const decimal = (minor: number | null) =>
    minor === null || currency === null ? null : toWireDecimal(minor, currency);
  return {
    ...{ kind, description, customer, currency },
    customer_name: customerName,
    amount_from: decimal(from),
    amount_to: decimal(to),
    after_days: afterDays,
  };
}

function toWireOutcome(stored: StoredOutcome): RuleOutcome {
  if (stored.do === "wait") return stored;
  if (stored.do === "account") {
    const { account, customer } = stored;
    const tags = { customer: toNamed(customer), class: toNamed(stored.class) };
    return { do: "account", account: named(account), ...tags };
  }
  const { customer, item, taxCode, memo } = stored;
  return {
    ...{ do: "receipt", item: named(item), memo },
    customer: toNamed(customer),
    tax_code: toNamed(taxCode),
    class: toNamed(stored.class),
  };
}

function named({ id, name }: { id: string; name: string }) {
  return { Id: id, Name: name };
}

/** The rules that are switched on and name nothing of another ledger, in the order in which they decide. */
export async function loadActiveRules(
  tx: Tx,
  { companyId }: CompanyContext,
  ledgerId: string,
): Promise<ReadRule[]> {
  const rows = await tx.rule.findMany({
    where: { companyId, active: true, OR: [{ ledgerId: null }, { ledgerId }] },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return rows.map(readRule);
}

interface Uses {
  rule: number;
  uses: number;
  last: string;
}

/** Rules as the wire has them, with what they have done. */
export async function toRuleViews(
  tx: Tx,
  ctx: CompanyContext,
  rows: readonly Rule[],
): Promise<RuleView[]> {
  const { companyId } = ctx;
  const connected = await tx.integration.findMany({
    where: { companyId, status: { not: "disconnected" } },
  });
  const ledger = connected.find(({ provider }) => isLedger(provider)) ?? null;
  const ledgerId = ledger?.id;
  const tax = receiptTax(ledger);
  const words = ledger ? wordsOf(ledger.provider) : await loadLedgerWords(ctx, tx);
  const settings = await tx.companySettings.findUnique({ where: { companyId } });
  const authors = await tx.user.findMany({
    where: { id: { in: rows.flatMap(({ createdBy }) => createdBy ?? []) } },
    select: { id: true, username: true },
  });
  const uses = await tx.$queryRaw<Uses[]>`
    SELECT l.rule_id AS rule, count(*)::int AS uses, max(d.txn_date)::text AS last
    FROM deposit_lines l JOIN deposits d ON d.company_id = l.company_id AND d.id = l.deposit_id
    WHERE l.company_id = ${companyId}::uuid AND l.rule_id IS NOT NULL GROUP BY 1`;
  const nameOf = new Map(authors.map(({ id, username }) => [id, username]));
  const usesOf = new Map(uses.map((each) => [each.rule, each]));
  return rows.flatMap((row) => {
    const source = describeProvider(row.source);
    if (source.role !== "source") return [];
    const rule = readRule(row);
    const { text, conditions, outcome } = rule;
    const own = connected.find(({ provider }) => provider === row.source);
    const used = usesOf.get(row.id);
    return {
      ...{ id: row.id, text, active: row.active, integration_type: source.wire },
      conditions: toWireConditions(conditions),
      outcome: toWireOutcome(outcome),
      created_by: nameOf.get(row.createdBy ?? 0) ?? null,
      created_at: row.createdAt.toISOString(),
      uses: used?.uses ?? 0,
      last_used: used?.last ?? null,
      obstacle: obstacleOf(rule, {
        ...{ ledgerId, tax, words },
        autoMatch: settings?.autoMatch ?? true,
        accounts: readKindAccounts(own?.settings),
      }),
    };
  });
}

interface Surroundings {
  /** Of the connected ledger. */
  ledgerId: string | undefined;
  /** Of that ledger, or the one that is meant. */
  words: LedgerWords;
  /** Whose code every receipt needs. */
  tax: string | null;
  autoMatch: boolean;
  /** Of the rule's source. */
  accounts: KindAccounts;
}

function obstacleOf(
  { ledgerId, conditions: { kind }, outcome }: ReadRule,
  { autoMatch, accounts, tax, words: { name }, ...connected }: Surroundings,
): string {
  if (connected.ledgerId === undefined) {
    return `${name} isn't connected, so this rule does nothing.`;
  }
  if (ledgerId !== null && ledgerId !== connected.ledgerId) {
    return `This rule is for another ${name} company. Edit it to choose again.`;
  }
  if (tax !== null && outcome.do === "receipt" && !outcome.taxCode) {
    return `Its receipts have no ${tax} code, so this rule does nothing. Edit it to choose one.`;
  }
  const account = kind === "charge" ? undefined : accounts[kind];
  if (account) {
    return `All ${RULE_KIND_WORDS[kind]} are booked to ${account.name} (Settings, General), so this rule does nothing.`;
  }
  return autoMatch ? "" : "Auto Match is off, so this rule does nothing.";
}

/** The company's rules, in the order in which they decide. */
export async function listRules(ctx: CompanyContext): Promise<ResponseOf<typeof contract>> {
  const rows = await db(ctx).rule.findMany({
    where: { companyId: ctx.companyId, deletedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return { rules: await toRuleViews(db(ctx), ctx, rows) };
}
