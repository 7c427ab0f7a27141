import type { Rule } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";

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
