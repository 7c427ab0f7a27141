import type { Integration, LedgerPayment } from "@/generated/prisma/client";
import { applyPaymentAccount } from "@/server/connections/apply-payment-account";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { CredentialStore } from "@/server/providers/credential-store";
import type { Ledger } from "@/server/providers/ledger";
import { heldBy } from "./held-by";

/** On a Deposit that no posting of ours answers for. */
const unposted = {
  state: "deposited" as const,
  matchedPayments: { none: { live: true, match: { state: "accepted" as const } } },
};

/**
 * Frees payments from another account than Undeposited Funds whose Deposit was let go since, because it was edited, and
 * no longer takes them out of there. QuickBooks itself names no Deposit for such a payment.
 * @param which ids of Deposits that may have changed there, or all of them.
 * @throws ProviderError.
 */
export async function freeBookedPayments(
  ctx: CompanyContext,
  integration: Integration,
  { ledger, store }: { ledger: Ledger; store: CredentialStore<unknown> },
  which: readonly string[] | "all",
): Promise<void> {
  if (which.length === 0) return;
  const { companyId } = ctx;
  const rows = await db(ctx).ledgerPayment.findMany({
    where: {
      ...{ ...unposted, companyId, integrationId: integration.id, bookedTo: { not: null } },
      ...(which !== "all" && { depositedOn: { in: [...which] } }),
    },
  });
  for (const depositedOn of new Set(rows.flatMap((row) => row.depositedOn ?? []))) {
    const payments = rows.filter((row) => row.depositedOn === depositedOn);
    const found = await ledger.readDeposit(store, depositedOn);
    const held = new Set(
      found ? heldBy(found, payments.flatMap(toBooked)).map(({ id }) => id) : [],
    );
    const ids = payments.flatMap(({ id }) => (held.has(id) ? [] : id));
    if (ids.length === 0) continue;
    await withCompanyLock(ctx, async (tx) => {
      await tx.ledgerPayment.updateMany({
        where: { ...unposted, companyId, id: { in: ids }, depositedOn },
        data: { state: "open", depositedOn: null },
      });
      await applyPaymentAccount(tx, ctx, ids);
    });
  }
}

function toBooked({ id, bookedTo, amount }: LedgerPayment) {
  return bookedTo === null ? [] : [{ id, bookedTo, amount: Number(amount) }];
}
