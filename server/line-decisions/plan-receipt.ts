import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { planReceipt as contract } from "@/lib/contracts/planned-payments";
import { LEDGER } from "@/lib/providers/list";
import { bankedLines } from "@/server/deposits/banked-lines";
import { requireIntegration } from "@/server/connections/find";
import { readReceiptDefaults } from "@/server/connections/receipt-defaults";
import { requireListed } from "@/server/connections/require-listed";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { chooseForLines } from "./choose-for-lines";
import { planPayments } from "./plan-payments";
import { type ReceiptChoice, receiptPlan } from "./receipt-plan";
import { requireCustomer } from "./require-customer";
import { requireLines } from "./require-open-lines";

type Input = BodyOf<typeof contract>;

/**
 * Plans a sales receipt or refund receipt for lines that QuickBooks does not know; posting creates it.
 * @throws NotFoundError; ConflictError when QuickBooks is not connected, or the lines are decided, posted, being
 *   posted or in the bank already; UnusableInputError when it can't be created like this.
 */
export async function planReceipt(
  ctx: CompanyContext,
  input: Input,
): Promise<{ message: string; status: DepositStatus }> {
  const found = await requireLines(db(ctx), ctx, input);
  const ledger = await requireIntegration(ctx, LEDGER);
  const choice = await checkedChoice(ctx, input.receipt, found.deposit.integration.settings);
  return chooseForLines(ctx, input, async (tx, { deposit, lines }) => {
    const banked = lines
      .map(({ id }) => id)
      .map(bankedLines(deposit.findings))
      .find(Boolean);
    if (banked) throw new ConflictError(banked);
    const plan = receiptPlan(deposit, lines, choice);
    await planPayments(tx, ctx, ledger, [plan]);
    return `${plan.texts[0]} planned`;
  });
}

/** What a user chose, with the names that the ledger knows it by. The company's own defaults were checked when saved. */
async function checkedChoice(
  ctx: CompanyContext,
  receipt: Input["receipt"],
  settings: unknown,
): Promise<ReceiptChoice> {
  const defaults = readReceiptDefaults(settings);
  const [items, taxCodes, classes] = [
    [defaults.item, defaults.refundItem],
    [defaults.taxCode],
    [defaults.class],
  ];
  const choose = async (
    list: Parameters<typeof requireListed>[1],
    id: string | null,
    field: string,
    known: typeof items,
  ) => known.find((each) => each?.id === id) ?? (await requireListed(ctx, list, id, field));
  return {
    customer: await requireCustomer(ctx, receipt.customer),
    item: await choose("items", receipt.item_id, "item_id", items),
    taxCode: await choose("taxCodes", receipt.tax_code_id ?? null, "tax_code_id", taxCodes),
    class: await choose("classes", receipt.class_id ?? null, "class_id", classes),
    date: receipt.date,
    memo: receipt.memo ?? "",
  };
}
