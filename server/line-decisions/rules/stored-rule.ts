import { z } from "zod";
import type { Rule } from "@/generated/prisma/client";
import type { RuleConditions, RuleOutcome } from "@/lib/contracts/rules";
import { RULE_CUSTOMERS, RULE_KINDS } from "@/lib/contracts/values/rules";
import { normalizeCurrency, parseDecimal, toWireDecimal } from "@/lib/money";
import { ruleText } from "@/lib/rules/rule-text";
import { providerName } from "@/server/connections/find";
import { toNamed } from "@/server/connections/receipt-settings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

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
export function readRule(row: Rule): ReadRule {
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

export function toWireConditions(stored: StoredConditions): RuleConditions {
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

export function toWireOutcome(stored: StoredOutcome): RuleOutcome {
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
