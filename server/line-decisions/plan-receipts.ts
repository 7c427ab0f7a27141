import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { planReceipts as contract, ReceiptPreview } from "@/lib/contracts/receipts";
import { LEDGER } from "@/lib/providers/list";
import { requireIntegration } from "@/server/connections/find";
import type { ListChoice } from "@/server/connections/receipt-settings";
import { enqueueDuePostings } from "@/server/work/postings";
import type { CompanyContext } from "@/server/platform/context";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { decideAgain } from "@/server/matches/rematch";
import type { MissingLine } from "./load-missing-lines";
import { type PaymentPlan, planPayments } from "./plan-payments";
import { loadPreview } from "./preview-receipts";
import { receiptPlan } from "./receipt-plan";

/**
 * Plans the receipts of a preview, exactly those that it showed, or none.
 * @throws NotFoundError; ConflictError when QuickBooks is not connected, or the preview would show something else
 *   now; UnusableInputError when nothing is missing or no product or service was chosen.
 */
export async function planReceipts(
  ctx: CompanyContext,
  { token, selection }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const ledger = await requireIntegration(ctx, LEDGER);
  const done = await withCompanyLock(ctx, async (tx) => {
    const { view, missing } = await loadPreview(tx, ctx, selection);
    if (view.token !== token) {
      throw new ConflictError("Something has changed since the preview. Check it again.");
    }
    if (view.obstacle) throw new UnusableInputError(view.obstacle);
    if (view.count === 0) throw new UnusableInputError("Nothing is missing here.");
    const plans = view.rows.flatMap((row) => {
      const found = missing.get(row.line_id);
      return found ? [toPlan(found, row.receipt)] : [];
    });
    await planPayments(tx, ctx, ledger, plans);
    const depositIds = [...new Set(plans.map(({ deposit }) => deposit.id))];
    await decideAgain(tx, ctx, depositIds);
    const matched = await tx.deposit.count({
      where: { companyId: ctx.companyId, id: { in: depositIds }, status: "matched" },
    });
    return { planned: plans.length, matched, open: depositIds.length - matched };
  });
  await enqueueDuePostings(ctx);
  const receipts = done.planned === 1 ? "1 receipt" : `${done.planned} receipts`;
  return { message: `${receipts} planned`, ...done };
}

function toPlan(
  { deposit, line }: MissingLine,
  receipt: ReceiptPreview["rows"][number]["receipt"],
): PaymentPlan {
  const { customer, date, memo } = receipt;
  return receiptPlan(deposit, [line], {
    ...{ date, memo },
    customer: customer && { id: customer.Id ?? "", name: customer.name, email: customer.email },
    item: toChoice(receipt.item),
    taxCode: toChoice(receipt.tax_code),
    class: toChoice(receipt.class),
  });
}

function toChoice(named: { Id: string; Name: string } | null): ListChoice | null {
  return named && { id: named.Id, name: named.Name };
}
