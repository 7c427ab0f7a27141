import type { Deposit } from "@/lib/contracts/deposits";
import type { LedgerWords } from "@/lib/ledger-words";

/** A kind of payment in words: "SalesReceipt" → "Sales receipt". */
export function kindName({ payments }: LedgerWords, kind: string): string {
  const names: Readonly<Record<string, string>> = payments;
  return names[kind] ?? kind;
}

/** The bank account that a deposit goes to, or the documented fallback until one is chosen. */
export function accountName(deposit: Pick<Deposit, "deposit_to_acc_name">): string {
  return deposit.deposit_to_acc_name || "N/A";
}
