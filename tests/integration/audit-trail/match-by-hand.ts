import { adminDb } from "../../support/admin-db";
import { audited } from "./audited";

/** One deposit and one payment that fit, with the difference on an account. */
export async function matchByHand(token: string): Promise<void> {
  const { companyId } = await adminDb().integration.findFirstOrThrow({
    where: { provider: "quickbooks", status: "connected" },
    orderBy: { connectedAt: "desc" },
  });
  const integration = await adminDb().integration.findFirstOrThrow({
    where: { companyId, provider: "stripe" },
  });
  const quickbooks = await adminDb().integration.findFirstOrThrow({
    where: { companyId, provider: "quickbooks" },
  });
  const txnDate = new Date("2026-10-01");
  const money = { amount: 5_000n, currency: "USD", txnDate };
  const deposit = await adminDb().deposit.create({
    data: {
      companyId,
      integrationId: integration.id,
      providerId: "po_by_hand",
      payoutStatus: "paid",
      itemized: false,
      ...money,
    },
  });
  await adminDb().ledgerPayment.create({
    data: {
      companyId,
      integrationId: quickbooks.id,
      kind: "Payment",
      providerId: "by-hand",
      ...money,
    },
  });
  await audited("deposit.matched_by_hand", ["POST", "/qb/match-transaction/"], token, {
    stripe_transaction_ids: [String(deposit.id)],
    stripe_transaction_amount: 50,
    quickbooks_transaction_ids: ["by-hand"],
    quickbooks_transaction_amount: 50,
  });
}
