import { everything } from "../../setup/everything";
import { audited } from "./audited";

/** One deposit and one payment, made to fit, with what is left over on an account. */
export async function matchByHand(token: string): Promise<void> {
  const { companyId } = await everything().integration.findFirstOrThrow({
    where: { provider: "quickbooks", status: "connected" },
    orderBy: { connectedAt: "desc" },
  });
  const integration = await everything().integration.findFirstOrThrow({
    where: { companyId, provider: "stripe" },
  });
  const quickbooks = await everything().integration.findFirstOrThrow({
    where: { companyId, provider: "quickbooks" },
  });
  const txnDate = new Date("2026-10-01");
  const money = { amount: 5_000n, currency: "USD", txnDate };
  const deposit = await everything().deposit.create({
    data: {
      companyId,
      integrationId: integration.id,
      providerId: "po_by_hand",
      payoutStatus: "paid",
      itemized: false,
      ...money,
    },
  });
  await everything().ledgerPayment.create({
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
