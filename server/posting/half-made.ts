import { LEDGER_PAYMENT_NAMES, type LedgerPaymentKind } from "@/lib/contracts/values/payments";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { oursOf } from "./ours-of";

/** More are counted instead. */
const NAMED = 3;

/**
 * What QuickBooks already holds of a deposit whose Deposit does not exist yet, as a sentence that follows
 * another; "" when it holds nothing.
 */
export async function halfMade(
  ctx: CompanyContext,
  depositId: number,
  tx: Tx = db(ctx),
): Promise<string> {
  const made = (await oursOf(tx, ctx, depositId)).filter(({ planned }) => planned.createdAt);
  if (made.length === 0) return "";
  const [were, them] = made.length === 1 ? ["was", "it"] : ["were", "them"];
  return ` ${listed(made)} ${were} created; the deposit was not yet. Retry continues; Undo match removes ${them}.`;
}

/** "Sales receipt 145 and payment 146" */
export function listed(
  payments: readonly { kind: LedgerPaymentKind; providerId: string }[],
): string {
  if (payments.length > NAMED) return `${payments.length} payments and receipts`;
  const names = payments.map(({ kind, providerId }, index) => {
    const name = `${LEDGER_PAYMENT_NAMES[kind]} ${providerId}`;
    return index === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1);
  });
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}
