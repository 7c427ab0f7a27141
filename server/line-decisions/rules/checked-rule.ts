import type { Prisma } from "@/generated/prisma/client";
import type { ChosenRule, RuleConditions } from "@/lib/contracts/rules";
import { RECEIPT_RULE_KINDS } from "@/lib/contracts/values/rules";
import { MoneyError } from "@/lib/money";
import { LEDGER, providerOfWire } from "@/lib/providers/list";
import { homeCurrency, requireIntegration } from "@/server/connections/find";
import { requireListed, requireTags } from "@/server/connections/ledger-lists";
import { requirePostable } from "@/server/connections/postable-accounts";
import { requireCustomer } from "@/server/line-decisions/identify-customer";
import type { CompanyContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";
import { type StoredConditions, type StoredOutcome, toStoredConditions } from "./stored-rule";

/** A rule as the table takes it. */
export type CheckedRule = Pick<Prisma.RuleUncheckedCreateInput, "source" | "ledgerId"> & {
  conditions: StoredConditions;
  outcome: StoredOutcome;
};

/**
 * A user's rule with the names that the ledger knows its parts by.
 * @throws UnusableInputError when it says nothing that can be done; ConflictError when QuickBooks is not connected.
 */
export async function checkedRule(
  ctx: CompanyContext,
  { integration_type, conditions, outcome }: ChosenRule,
): Promise<CheckedRule> {
  const source = providerOfWire(integration_type).id;
  const checked = checkedConditions(conditions);
  requireFitting(conditions, outcome);
  if (outcome.do === "wait") return { source, ledgerId: null, conditions: checked, outcome };
  const { id: ledgerId } = await requireIntegration(ctx, LEDGER);
  return {
    ...{ source, ledgerId, conditions: checked },
    outcome:
      outcome.do === "account"
        ? await checkedAccount(ctx, conditions, outcome)
        : await checkedReceipt(ctx, outcome),
  };
}

/** @throws UnusableInputError. */
export function checkedConditions(wire: RuleConditions): StoredConditions {
  const { customer, customer_name, amount_from, amount_to, currency } = wire;
  if (customer === "named" && customer_name === "") {
    throw refused("customer_name", "Enter the customer's name or email address.");
  }
  if (currency === null && (amount_from !== null || amount_to !== null)) {
    throw refused("currency", "Choose the currency of the amounts.");
  }
  const stored = readConditions(wire);
  if ((stored.from ?? 0) < 0 || (stored.to ?? 0) < 0) {
    throw refused("amount_from", "Enter amounts without a minus sign, also for refunds.");
  }
  if (stored.from !== null && stored.to !== null && stored.from > stored.to) {
    throw refused("amount_to", "The highest amount is below the lowest.");
  }
  return stored;
}

function readConditions(wire: RuleConditions): StoredConditions {
  try {
    return toStoredConditions(wire);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw refused(
      "amount_from",
      `${wire.currency} has no such amount. Check the currency and the decimals.`,
    );
  }
}

function requireFitting({ kind }: RuleConditions, { do: what }: ChosenRule["outcome"]): void {
  if (what === "receipt" && !RECEIPT_RULE_KINDS.includes(kind)) {
    throw refused("outcome", "Only charges, refunds and disputes can get a receipt.");
  }
}

async function checkedAccount(
  ctx: CompanyContext,
  { currency }: RuleConditions,
  { account_id: id, customer, class_id }: Extract<ChosenRule["outcome"], { do: "account" }>,
): Promise<StoredOutcome> {
  const home = await homeCurrency(ctx);
  const account = await requirePostable(ctx, {
    id,
    // It has to fit every deposit that it may come to.
    currencies: currency === null ? [home] : [home, currency],
    field: "account_id",
  });
  const tags = await requireTags(
    ctx,
    { customer: customer && { Id: customer.Id, Name: customer.name } },
    { customer: "customer", class: "class_id" },
  );
  return {
    do: "account",
    account: { id: account.id, name: account.name },
    customer: tags.customer ?? null,
    class: await requireListed(ctx, "classes", class_id ?? null, "class_id"),
  };
}

async function checkedReceipt(
  ctx: CompanyContext,
  chosen: Extract<ChosenRule["outcome"], { do: "receipt" }>,
): Promise<StoredOutcome> {
  const item = await requireListed(ctx, "items", chosen.item_id, "item_id");
  if (!item) throw refused("item_id", "Choose a product or service first.");
  return {
    ...{ do: "receipt", item, memo: chosen.memo },
    customer: await requireCustomer(ctx, chosen.customer),
    taxCode: await requireListed(ctx, "taxCodes", chosen.tax_code_id, "tax_code_id"),
    class: await requireListed(ctx, "classes", chosen.class_id, "class_id"),
  };
}

function refused(field: string, message: string): UnusableInputError {
  return new UnusableInputError(message, { fields: { [field]: message } });
}
