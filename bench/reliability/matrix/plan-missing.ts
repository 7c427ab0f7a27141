import type { CompanyContext } from "@/server/platform/context";
import { adminDb } from "@/tests/support/admin-db";
import { type Plan, planDeposit } from "@/tests/support/planned";
import type { InvoiceIds } from "./books";

/** Payments are created in the order of their plans: so every deposit's calls come in this order. */
const IN_ORDER: Plan["kind"][] = ["RefundReceipt", "SalesReceipt", "Payment"];

/** The user's choice for every line of the pending deposits: an invoice where there is one, a receipt otherwise. */
export async function planMissing(ctx: CompanyContext, invoices: InvoiceIds): Promise<void> {
  const pending = await adminDb().deposit.findMany({
    where: { companyId: ctx.companyId, status: { in: ["pending", "suggested"] } },
    include: { lines: true },
    orderBy: { amount: "asc" },
  });
  for (const { id, lines } of pending) {
    const plans = lines.flatMap(({ id: lineId, kind, customerName, gross }): Plan[] => {
      if (kind === "refund") return [{ lineId, kind: "RefundReceipt" }];
      if (kind !== "charge") return [];
      const invoice = invoices.get(customerName);
      if (!invoice) return [{ lineId, kind: "SalesReceipt" }];
      const { invoiceId, number, customerId } = invoice;
      const paid = [{ invoiceId, number, amount: Number(gross) }];
      return [{ lineId, kind: "Payment", customerId, invoices: paid }];
    });
    const place = ({ kind }: Plan) => IN_ORDER.indexOf(kind);
    await planDeposit(
      id,
      plans.toSorted((left, right) => place(left) - place(right)),
      "queued",
    );
  }
}
