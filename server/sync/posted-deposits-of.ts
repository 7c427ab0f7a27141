import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { LedgerPaymentRef } from "@/server/providers/ledger";
import type { ClaimedRun } from "./claim-run";

/** So many payments fit well into one statement. */
const BATCH = 500;

/**
 * Ids of the Deposits that we posted with these payments. QuickBooks says that they are on none: they were taken from
 * another account than Undeposited Funds by a line that does not link them, so a change of such a payment does not show
 * on its Deposit.
 */
export async function postedDepositsOf(
  ctx: CompanyContext,
  run: ClaimedRun,
  refs: readonly LedgerPaymentRef[],
): Promise<string[]> {
  const { companyId } = ctx;
  const { integrationId } = run;
  const found = new Set<string>();
  for (let start = 0; start < refs.length; start += BATCH) {
    const among = refs
      .slice(start, start + BATCH)
      .map(({ kind, providerId }) => ({ kind, providerId }));
    const postings = await db(ctx).posting.findMany({
      where: {
        ...{ companyId, integrationId, state: "posted" },
        deposit: {
          matches: {
            some: {
              state: "accepted",
              payments: { some: { live: true, payment: { integrationId, OR: among } } },
            },
          },
        },
      },
      select: { quickbooksDepositId: true },
    });
    for (const { quickbooksDepositId: id } of postings) if (id) found.add(id);
  }
  return [...found];
}
