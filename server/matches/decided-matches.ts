import { withParts } from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** The accepted matches of a deposit: while it is open, what users have decided about lines of it. */
export function decidedMatches(tx: Tx, { companyId }: CompanyContext, depositId: number) {
  return tx.match.findMany({
    where: { companyId, depositId, state: "accepted" },
    include: withParts,
    orderBy: { createdAt: "asc" },
  });
}
