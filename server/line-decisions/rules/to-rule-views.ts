import type { Rule } from "@/generated/prisma/client";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { listRules as contract, RuleView } from "@/lib/contracts/rules";
import { connectable, LEDGER } from "@/lib/providers/list";
import { RULE_KIND_WORDS } from "@/lib/rules/rule-text";
import { type KindAccounts, readKindAccounts } from "@/server/connections/kind-accounts";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { type ReadRule, readRule, toWireConditions, toWireOutcome } from "./stored-rule";

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
  const ledgerId = connected.find(({ provider }) => provider === LEDGER)?.id;
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
        ledgerId,
        autoMatch: settings?.autoMatch ?? true,
        accounts: readKindAccounts(own?.settings),
      }),
    };
  });
}

interface Surroundings {
  /** Of the connected ledger. */
  ledgerId: string | undefined;
  autoMatch: boolean;
  /** Of the rule's source. */
  accounts: KindAccounts;
}

function obstacleOf(
  { ledgerId, conditions: { kind } }: ReadRule,
  { autoMatch, accounts, ...connected }: Surroundings,
): string {
  if (connected.ledgerId === undefined) {
    return "QuickBooks isn't connected, so this rule does nothing.";
  }
  if (ledgerId !== null && ledgerId !== connected.ledgerId) {
    return "This rule is for another QuickBooks company. Edit it to choose again.";
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
