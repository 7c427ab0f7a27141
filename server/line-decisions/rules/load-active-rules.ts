import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { type ReadRule, readRule } from "./stored-rule";

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
