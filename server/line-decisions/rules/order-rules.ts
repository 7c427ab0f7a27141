import type { Rule } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { orderRules as contract } from "@/lib/contracts/rules";
import {
  CHANGE_PRECEDENCE,
  changesPrecedence,
  hasSuccessor,
  type PlacedRule,
} from "@/lib/rules/rule-order";
import { type CompanyContext, requireRole, type SessionContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { readRule } from "./stored-rule";

/**
 * Puts all rules of the company in order.
 * @throws NotFoundError for an id that is none of them; ConflictError when one is missing or named twice;
 * ForbiddenError without the role for settings, where active rules change places that may cover the same line.
 */
export async function orderRules(
  ctx: SessionContext,
  { rule_ids }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await withCompanyLock(ctx, async (tx) => {
    const rows = await findInOrder(tx, ctx);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const ordered = rule_ids.map((id) => {
      const row = byId.get(id);
      if (!row) throw new NotFoundError("This rule no longer exists. Reload the page.");
      return row;
    });
    if (new Set(rule_ids).size < rows.length || rule_ids.length > rows.length) {
      throw new ConflictError("changed_meanwhile", "The rules have changed. Reload the page.");
    }
    if (changesPrecedence(rows.map(toPlaced), ordered.map(toPlaced))) {
      requireRole(ctx, "admin", CHANGE_PRECEDENCE);
    }
    for (const [index, { id, position }] of ordered.entries()) {
      if (position === index + 1) continue;
      const where = { companyId_id: { companyId, id } };
      await tx.rule.update({ where, data: { position: index + 1 } });
    }
    await recordAudit(tx, ctx, {
      action: "rules.ordered",
      entity: "rule",
      entityId: companyId,
      data: { ruleIds: rule_ids },
    });
  });
  return { message: "Order saved" };
}

/**
 * Refuses to end an active rule where another one then decides about its lines: that books what no admin agreed to.
 * @throws ForbiddenError without the role for settings.
 */
export async function requireNoSuccessor(
  tx: Tx,
  ctx: SessionContext,
  { id }: Pick<Rule, "id">,
): Promise<void> {
  const rules = (await findInOrder(tx, ctx)).map(toPlaced);
  if (hasSuccessor(rules, id)) requireRole(ctx, "admin", CHANGE_PRECEDENCE);
}

function findInOrder(tx: Tx, { companyId }: CompanyContext): Promise<Rule[]> {
  return tx.rule.findMany({
    where: { companyId, deletedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
}

function toPlaced(row: Rule): PlacedRule {
  const { id, source, conditions } = readRule(row);
  return { id, active: row.active, source, conditions };
}
