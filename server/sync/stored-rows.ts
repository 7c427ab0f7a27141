import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { StoredRows } from "@/server/providers/ledger";
import type { ClaimedRun } from "./claim-run";
import { storedCustomers } from "./ledger-customers";

/** What the last syncs of this connection have stored. */
export function storedRows(ctx: CompanyContext, run: ClaimedRun): StoredRows {
  const ofConnection = { companyId: ctx.companyId, integrationId: run.integrationId };
  const select = { kind: true, providerId: true } as const;
  return {
    customers: storedCustomers(ctx, run),
    paymentsOn: (depositIds) =>
      db(ctx).ledgerPayment.findMany({
        where: { ...ofConnection, depositedOn: { in: depositIds } },
        select,
      }),
    linesOf: (entryIds) =>
      db(ctx).ledgerPayment.findMany({
        where: {
          ...{ ...ofConnection, kind: "JournalEntry", state: { not: "gone" } },
          OR: entryIds.map((id) => ({ providerId: { startsWith: `${id}:` } })),
        },
        select,
      }),
  };
}
