import { adminDb } from "./admin-db";

export interface Rows {
  companyId: string;
  integrationId: string;
  depositId: number;
  lineId: number;
  paymentId: number;
}

/**
 * A company with one deposit of one charge, and one payment that fits it. Written without the product's
 * verbs.
 */
export async function makeBooks(): Promise<Rows> {
  const { id: companyId } = await adminDb().company.create({ data: { name: "Test" } });
  const integration = (provider: "stripe" | "quickbooks") =>
    adminDb().integration.create({
      data: {
        companyId,
        provider,
        externalAccountId: `${provider}-account`,
        credentials: new Uint8Array([1]),
      },
    });
  const stripe = await integration("stripe");
  const quickbooks = await integration("quickbooks");
  const txnDate = new Date("2026-01-05");
  const deposit = await adminDb().deposit.create({
    data: {
      companyId,
      integrationId: stripe.id,
      providerId: "po_1",
      payoutStatus: "paid",
      txnDate,
      amount: 9_680n,
      currency: "USD",
      lines: {
        create: {
          providerId: "txn_1",
          kind: "charge",
          providerKind: "charge",
          date: txnDate,
          gross: 10_000n,
          fee: 320n,
          net: 9_680n,
          currency: "USD",
        },
      },
    },
    include: { lines: true },
  });
  const payment = await adminDb().ledgerPayment.create({
    data: {
      companyId,
      integrationId: quickbooks.id,
      kind: "Payment",
      providerId: "120",
      txnDate,
      amount: 10_000n,
      currency: "USD",
    },
  });
  return {
    companyId,
    integrationId: stripe.id,
    depositId: deposit.id,
    lineId: deposit.lines[0]?.id ?? 0,
    paymentId: payment.id,
  };
}
