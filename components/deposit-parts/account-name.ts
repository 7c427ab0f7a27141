import type { Deposit } from "@/lib/contracts/deposits";

/** The bank account that a deposit goes to, or the documented fallback until one is chosen. */
export function accountName(deposit: Pick<Deposit, "deposit_to_acc_name">): string {
  return deposit.deposit_to_acc_name || "N/A";
}
