import type { LedgerPaymentKind } from "@/lib/constants/payments";
import type { LedgerWords } from "@/lib/ledger-words";

/** "QuickBooks Deposit 756", "a bank transfer in Xero", in a sentence. */
export function recordIn({ name, depositOf, numberOf }: LedgerWords, id: string): string {
  return numberOf(id) ? `${name} ${depositOf(id)}` : `a ${depositOf(id)} in ${name}`;
}

/** "Deposit 756", "this bank transfer", in a sentence. */
export function thisRecord({ depositOf, numberOf }: LedgerWords, id: string): string {
  return numberOf(id) ? depositOf(id) : `this ${depositOf(id)}`;
}

/** "Sales receipt 145", "Receive money". */
export function recordName(
  { payments, numberOf }: LedgerWords,
  { kind, providerId }: { kind: LedgerPaymentKind; providerId: string },
): string {
  return [payments[kind], numberOf(providerId)].filter((word) => word !== "").join(" ");
}
