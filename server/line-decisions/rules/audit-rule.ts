import type { Rule } from "@/generated/prisma/client";
import { recordAudit } from "@/server/platform/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { readRule } from "./stored-rule";

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
