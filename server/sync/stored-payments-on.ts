import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { StoredPaymentsOn } from "@/server/providers/ledger";
import type { ClaimedRun } from "./claim-run";

/** The payments that were on Deposits when they were read last. */
export function storedPaymentsOn(ctx: CompanyContext, run: ClaimedRun): StoredPaymentsOn {
  return (depositIds) =>
    db(ctx).ledgerPayment.findMany({
      where: {
        companyId: ctx.companyId,
        integrationId: run.integrationId,
        depositedOn: { in: depositIds },
      },
      select: { kind: true, providerId: true },
    });
}
