import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { listRules as contract } from "@/lib/contracts/rules";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { toRuleViews } from "./to-rule-views";

/** The company's rules, in the order in which they decide. */
export async function listRules(ctx: CompanyContext): Promise<ResponseOf<typeof contract>> {
  const rows = await db(ctx).rule.findMany({
    where: { companyId: ctx.companyId, deletedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return { rules: await toRuleViews(db(ctx), ctx, rows) };
}
