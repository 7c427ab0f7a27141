import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** Puts a matched deposit into the outbox, in the transaction that matched it. */
export async function queuePosting(tx: Tx, ctx: CompanyContext, depositId: number): Promise<void> {
  await tx.posting.create({ data: { companyId: ctx.companyId, depositId } });
}
