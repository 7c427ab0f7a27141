import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";

/** The books' home currency (ISO 4217), as the ledger told it when it was connected. */
export async function homeCurrency(ctx: CompanyContext, tx: Tx = db(ctx)): Promise<string> {
  const { currency } = await tx.company.findUniqueOrThrow({
    where: { id: ctx.companyId },
    select: { currency: true },
  });
  return currency;
}
