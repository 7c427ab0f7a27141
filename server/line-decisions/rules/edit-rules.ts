import { isDeepStrictEqual } from "node:util";
import type { Prisma, Rule } from "@/generated/prisma/client";
import { MAX_RULES, RECEIPT_RULE_KINDS } from "@/lib/constants/rules";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  ChosenRule,
  createRule as createRuleContract,
  deleteRule as deleteRuleContract,
  RuleConditions,
  restoreRule as restoreRuleContract,
  switchRule as switchRuleContract,
  updateRule as updateRuleContract,
} from "@/lib/contracts/rules";
import { MoneyError } from "@/lib/money";
import { providerOfWire } from "@/lib/providers/list";
import { homeCurrency, requireLedger } from "@/server/connections/find";
import { requireListed, requireTags } from "@/server/connections/ledger-lists";
import { requirePostable } from "@/server/connections/postable-accounts";
import { requireCustomer } from "@/server/line-decisions/customer-identities";
import { type CompanyContext, requireRole, type SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { enqueue } from "@/server/platform/queue/enqueue";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { requestAutoMatch } from "@/server/work/company";
import { requireNoSuccessor } from "./order-rules";
import {
  readRule,
  type StoredConditions,
  type StoredOutcome,
  toRuleViews,
  toStoredConditions,
} from "./stored-rule";

/** @throws NotFoundError when the company has no such rule, or deleted it. */
export async function requireRule(
  tx: Tx,
  { companyId }: CompanyContext,
  id: number,
): Promise<Rule> {
  const rule = await tx.rule.findFirst({ where: { companyId, id, deletedAt: null } });
  if (!rule) throw new NotFoundError("This rule no longer exists. Reload the page.");
  return rule;
}

/**
 * Creates a rule behind the others, switched off.
 * @throws what {@link checkedRule} throws; ConflictError when there are too many.
 */
export async function createRule(
  ctx: CompanyContext,
  chosen: ChosenRule,
): Promise<ResponseOf<typeof createRuleContract>> {
  const { companyId } = ctx;
  const checked = await checkedRule(ctx, chosen);
  return withCompanyLock(ctx, async (tx) => {
    await requireRoom(tx, ctx);
    const where = { companyId, deletedAt: null };
    const last = await tx.rule.aggregate({ where, _max: { position: true } });
    const position = (last._max.position ?? 0) + 1;
    const row = await tx.rule.create({
      data: { ...checked, companyId, position, createdBy: ctx.userId },
    });
    await auditRule(tx, ctx, "rule.created", row);
    const [rule] = await toRuleViews(tx, ctx, [row]);
    if (!rule) throw new Error(`rule ${row.id} is of no payment source`);
    return { message: "Rule saved. It's off until it is switched on.", rule };
  });
}

/**
 * Changes a rule. What it does now was not agreed to when it was switched on, so that it is off afterwards.
 * @throws NotFoundError; what {@link checkedRule} and {@link requireNoSuccessor} throw.
 */
export async function updateRule(
  ctx: SessionContext,
  { rule_id, ...chosen }: BodyOf<typeof updateRuleContract>,
): Promise<ResponseOf<typeof updateRuleContract>> {
  await requireRule(db(ctx), ctx, rule_id);
  const checked = await checkedRule(ctx, chosen);
  return withCompanyLock(ctx, async (tx) => {
    let row = await requireRule(tx, ctx, rule_id);
    const wasActive = row.active;
    const { source, ledgerId, conditions, outcome } = readRule(row);
    const isSame = isDeepStrictEqual({ source, ledgerId, conditions, outcome }, { ...checked });
    if (!isSame) {
      await requireNoSuccessor(tx, ctx, row);
      row = await tx.rule.update({
        where: { companyId_id: { companyId: ctx.companyId, id: rule_id } },
        data: { ...checked, active: false },
      });
      await auditRule(tx, ctx, "rule.changed", row);
    }
    const [rule] = await toRuleViews(tx, ctx, [row]);
    if (!rule) throw new Error(`rule ${row.id} is of no payment source`);
    const off = wasActive && !row.active;
    return { message: off ? "Rule saved. It's off until it is switched on." : "Rule saved", rule };
  });
}

/**
 * Deletes a rule. What it decided stays as it is.
 * @throws NotFoundError; ForbiddenError as {@link requireNoSuccessor}.
 */
export async function deleteRule(
  ctx: SessionContext,
  { rule_id }: BodyOf<typeof deleteRuleContract>,
): Promise<{ message: string }> {
  await withCompanyLock(ctx, async (tx) => {
    await requireNoSuccessor(tx, ctx, await requireRule(tx, ctx, rule_id));
    const rule = await tx.rule.update({
      where: { companyId_id: { companyId: ctx.companyId, id: rule_id } },
      data: { active: false, deletedAt: new Date() },
    });
    await auditRule(tx, ctx, "rule.deleted", rule);
  });
  return { message: "Rule deleted" };
}

/**
 * Brings a deleted rule back to its place, switched off. One that is not deleted stays as it is.
 * @throws NotFoundError; ConflictError when there are too many.
 */
export async function restoreRule(
  ctx: CompanyContext,
  { rule_id: id }: BodyOf<typeof restoreRuleContract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await withCompanyLock(ctx, async (tx) => {
    const found = await tx.rule.findFirst({ where: { companyId, id } });
    if (!found) throw new NotFoundError("This rule no longer exists. Reload the page.");
    if (found.deletedAt === null) return;
    await requireRoom(tx, ctx);
    const where = { companyId_id: { companyId, id } };
    const rule = await tx.rule.update({ where, data: { deletedAt: null } });
    await auditRule(tx, ctx, "rule.restored", rule);
  });
  return { message: "Rule restored. It's off until it is switched on." };
}

/**
 * Switches a rule on or off. Switched on, it decides about lines that are open already with the next engine run,
 * which this requests. That is a setting: it books what no user has seen.
 * @throws NotFoundError; ForbiddenError without the role for settings, to switch on, and as {@link requireNoSuccessor}.
 */
export async function switchRule(
  ctx: SessionContext,
  { rule_id, active }: BodyOf<typeof switchRuleContract>,
): Promise<{ message: string }> {
  if (active) requireRole(ctx, "admin", "switch a rule on");
  await withCompanyLock(ctx, async (tx) => {
    const before = await requireRule(tx, ctx, rule_id);
    if (before.active === active) return;
    if (!active) await requireNoSuccessor(tx, ctx, before);
    const rule = await tx.rule.update({
      where: { companyId_id: { companyId: ctx.companyId, id: rule_id } },
      data: { active },
    });
    await auditRule(tx, ctx, active ? "rule.switched_on" : "rule.switched_off", rule);
    if (active) await requestAutoMatch(tx, ctx);
  });
  if (active) await enqueue("auto-match", { companyId: ctx.companyId });
  return { message: active ? "Rule switched on" : "Rule switched off" };
}

/** @throws ConflictError when the company has as many rules as it can have. */
async function requireRoom(tx: Tx, { companyId }: CompanyContext): Promise<void> {
  const count = await tx.rule.count({ where: { companyId, deletedAt: null } });
  if (count < MAX_RULES) return;
  throw new ConflictError(
    "limit_reached",
    `There are ${MAX_RULES} rules already. Delete one first.`,
  );
}

type Action =
  `rule.${"created" | "changed" | "switched_on" | "switched_off" | "deleted" | "restored"}`;

/** Writes what was done to a rule, with all that it says now: the rows are its history. */
export async function auditRule(
  tx: Tx,
  ctx: CompanyContext,
  action: Action,
  rule: Rule,
): Promise<void> {
  const { text, source, conditions, outcome } = readRule(rule);
  await recordAudit(tx, ctx, {
    action,
    entity: "rule",
    entityId: rule.id,
    data: { rule: text, active: rule.active, source, conditions, outcome },
  });
}

/** A rule as the table takes it. */
type CheckedRule = Pick<Prisma.RuleUncheckedCreateInput, "source" | "ledgerId"> & {
  conditions: StoredConditions;
  outcome: StoredOutcome;
};

/**
 * A user's rule with the names that the ledger knows its parts by.
 * @throws UnusableInputError when it says nothing that can be done; ConflictError when no accounting software is connected.
 */
async function checkedRule(
  ctx: CompanyContext,
  { integration_type, conditions, outcome }: ChosenRule,
): Promise<CheckedRule> {
  const source = providerOfWire(integration_type).id;
  const checked = checkedConditions(conditions);
  requireFitting(conditions, outcome);
  if (outcome.do === "wait") return { source, ledgerId: null, conditions: checked, outcome };
  const { id: ledgerId } = await requireLedger(ctx);
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
