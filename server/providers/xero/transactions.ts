import type { Chart } from "./accounts";
import type { List } from "./pages";
import {
  bankTransaction,
  bankTransfer,
  payment,
  type XeroBankTransaction,
  type XeroBankTransfer,
  type XeroPayment,
} from "./schemas";

export const PAYMENTS: List<XeroPayment> = { name: "Payments", id: "PaymentID", row: payment };
export const BANK_TRANSACTIONS: List<XeroBankTransaction> = {
  name: "BankTransactions",
  id: "BankTransactionID",
  row: bankTransaction,
};
export const BANK_TRANSFERS: List<XeroBankTransfer> = {
  name: "BankTransfers",
  id: "BankTransferID",
  row: bankTransfer,
};
/** A bank transaction is in its bank account's currency. */
export function currencyOf(
  { CurrencyCode, BankAccount }: Pick<XeroBankTransaction, "CurrencyCode" | "BankAccount">,
  chart: Pick<Chart, "currencyOf">,
): string {
  return CurrencyCode ?? chart.currencyOf(BankAccount.AccountID);
}

/** Without it deleted transfers are left out, unlike all else that was deleted. */
export const WITH_DELETED = { includeDeleted: "true" };
