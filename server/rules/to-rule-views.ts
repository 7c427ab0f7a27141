import type { Rule } from "@/generated/prisma/client";
import type { RuleView } from "@/lib/contracts/rules";
import { connectable } from "@/lib/providers/list";
import { findLedger } from "@/server/integrations/find";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { readRule, toWireConditions, toWireOutcome } from "./stored-rule";

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
  const ledger = await findLedger(ctx, tx);
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
    const source = connectable(row.source);
    if (source.role !== "source") return [];
    const { text, conditions, outcome } = readRule(row);
    const used = usesOf.get(row.id);
    return {
      ...{ id: row.id, text, active: row.active, integration_type: source.wire },
      conditions: toWireConditions(conditions),
      outcome: toWireOutcome(outcome),
      created_by: nameOf.get(row.createdBy ?? 0) ?? null,
      created_at: row.createdAt.toISOString(),
      uses: used?.uses ?? 0,
      last_used: used?.last ?? null,
      obstacle: obstacleOf(row, ledger?.id, settings?.autoMatch ?? true),
    };
  });
}

function obstacleOf({ ledgerId }: Rule, connected: string | undefined, autoMatch: boolean): string {
  if (connected === undefined) return "QuickBooks isn't connected, so this rule does nothing.";
  if (ledgerId !== null && ledgerId !== connected) {
    return "This rule is for another QuickBooks company. Edit it to choose again.";
  }
  return autoMatch ? "" : "Auto Match is off, so this rule does nothing.";
}
