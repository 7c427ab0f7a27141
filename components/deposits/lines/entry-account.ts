import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { parseDecimal } from "@/lib/money";
import type { MatchedPayment } from "./table-rows";

type Entry = Pick<DepositDetail, "journal" | "deposit">;

/** The account that a payment leaves in the deposit's entry; empty where there is no entry, or it doesn't say. */
export function entryAccount(
  { journal, deposit: { currency } }: Entry,
  { CustomerName, TotalAmt }: Pick<MatchedPayment, "CustomerName" | "TotalAmt">,
): string {
  const minor = (value: string) => parseDecimal(value, currency);
  const own = (journal?.lines ?? []).filter(
    ({ customer, debit, credit }) =>
      customer === CustomerName && minor(credit) - minor(debit) === minor(TotalAmt),
  );
  const accounts = new Set(own.map(({ account }) => account ?? ""));
  const [account = ""] = accounts;
  return accounts.size === 1 ? account : "";
}
