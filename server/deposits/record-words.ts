import { LEDGER_PAYMENT_NAMES, type LedgerPaymentKind } from "@/lib/constants/payments";

/** A key that books give their records and don't show to people. */
const KEY = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Whether people see a record's id in the books. */
export function isShownId(id: string): boolean {
  return !KEY.test(id);
}

/** "Deposit 756"; "This transaction" in books that don't show its id. For the beginning of a sentence. */
export function thisRecord(id: string): string {
  return isShownId(id) ? `Deposit ${id}` : "This transaction";
}

/** At the beginning of a sentence: "QuickBooks Deposit 756", "A transaction in Xero". */
export function recordIn(ledger: string, id: string): string {
  return isShownId(id) ? `${ledger} Deposit ${id}` : `A transaction in ${ledger}`;
}

/** In a sentence: "QuickBooks Deposit 756", "a transaction in Xero". */
export function aRecordIn(ledger: string, id: string): string {
  return isShownId(id) ? `${ledger} Deposit ${id}` : `a transaction in ${ledger}`;
}

/** "Deposit 756 was"; "The transactions of this payout were" in books that don't show their ids. */
export function recordWas(id: string): string {
  return isShownId(id) ? `Deposit ${id} was` : "The transactions of this payout were";
}

/** "Sales receipt 145"; "Sales receipt" in books that don't show its id. */
export function recordName({
  kind,
  providerId,
}: {
  kind: LedgerPaymentKind;
  providerId: string;
}): string {
  const name = LEDGER_PAYMENT_NAMES[kind];
  return isShownId(providerId) ? `${name} ${providerId}` : name;
}
