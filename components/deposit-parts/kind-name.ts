import { LEDGER_PAYMENT_NAMES } from "@/lib/constants/payments";
import type { Deposit } from "@/lib/contracts/deposits";

const NAMES: Record<string, string> = LEDGER_PAYMENT_NAMES;

/** A kind of payment in words: "SalesReceipt" → "Sales receipt". */
export function kindName(kind: string): string {
  return NAMES[kind] ?? kind;
}

/** The bank account that a deposit goes to, or the documented fallback until one is chosen. */
export function accountName(deposit: Pick<Deposit, "deposit_to_acc_name">): string {
  return deposit.deposit_to_acc_name || "N/A";
}
