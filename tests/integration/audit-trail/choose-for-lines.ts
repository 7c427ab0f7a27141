import { adminDb } from "../../support/admin-db";
import { ok } from "../../support/client";
import { audited } from "./audited";

const money = { currency: "USD", txnDate: new Date("2026-10-01") };

/** Every choice for lines of one deposit; a postponed line keeps it from being posted. */
export async function chooseForLines(token: string): Promise<void> {
  const { items } = await ok("GET", "/qb/lists/", token);
  const [item_id] = items.map(({ Id }: { Id: string }) => Id);
  await audited("integration.settings_saved", ["PUT", "/settings/lines/"], token, {
    ...{ integration_type: "stripe", tax_code_id: null, class_id: null, location_id: null },
    ...{ customer: null, payment_method_id: null },
  });
  await audited("integration.settings_saved", ["PUT", "/settings/receipts/"], token, {
    ...{ integration_type: "stripe", item_id, refund_item_id: null },
    ...{ tax_code_id: null, class_id: null, memo: "" },
  });
  const { id: deposit_id, lines } = await seedDeposit();
  const line = (at: number) => ({ deposit_id, line_id: lines[at]?.id });
  const post = (path: string): [string, string] => ["POST", path];
  await audited("deposit.line_waits", post("/qb/wait-for-line/"), token, {
    ...{ ...line(0), until: "2099-01-01" },
  });
  await audited("deposit.line_matched", post("/qb/match-line/"), token, {
    ...{ ...line(1), payment_ids: ["for-a-line"] },
  });
  await audited("deposit.payment_planned", post("/qb/plan-invoice-payment/"), token, {
    ...{ ...line(2), invoices: [{ Id: "for-a-line", amount: "712.33" }] },
  });
  await audited("deposit.payment_planned", post("/qb/plan-receipt/"), token, {
    ...{ deposit_id, line_ids: [line(3).line_id] },
    receipt: { customer: null, item_id, date: "2026-10-01" },
  });
  const { planned } = await ok("GET", `/qb/deposit/?deposit_id=${deposit_id}`, token);
  await audited("deposit.choice_cancelled", post("/qb/cancel-planned/"), token, {
    ...{ deposit_id, payment_id: planned[1].payment_id },
  });
  const selection = { deposit_id };
  const { token: shown } = await ok("POST", "/qb/preview-receipts/", token, selection);
  await audited("deposit.payment_planned", post("/qb/plan-receipts/"), token, {
    ...{ token: shown, selection },
  });
}

async function seedDeposit() {
  const { companyId } = await adminDb().integration.findFirstOrThrow({
    where: { provider: "quickbooks", status: "connected" },
    orderBy: { connectedAt: "desc" },
  });
  const idOf = async (provider: "stripe" | "quickbooks") =>
    (await adminDb().integration.findFirstOrThrow({ where: { companyId, provider } })).id;
  const quickbooks = { companyId, integrationId: await idOf("quickbooks") };
  await adminDb().ledgerPayment.create({
    data: { ...quickbooks, kind: "Payment", providerId: "for-a-line", amount: 711_33n, ...money },
  });
  await adminDb().ledgerInvoice.create({
    data: { ...quickbooks, providerId: "for-a-line", total: 712_33n, balance: 712_33n, ...money },
  });
  const amounts = [710_33n, 711_33n, 712_33n, 713_33n];
  return adminDb().deposit.create({
    data: {
      ...{ companyId, integrationId: await idOf("stripe"), providerId: "po_choices" },
      payoutStatus: "paid",
      amount: amounts.reduce((sum, amount) => sum + amount, 0n),
      ...money,
      lines: {
        create: amounts.map((amount, index) => ({
          ...{ providerId: `choices-${index}`, kind: "charge", providerKind: "charge" },
          ...{ gross: amount, fee: 0n, net: amount, currency: "USD", date: money.txnDate },
        })),
      },
    },
    include: { lines: { orderBy: { id: "asc" } } },
  });
}
