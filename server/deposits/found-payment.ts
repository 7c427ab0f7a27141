import { capitalized } from "@/lib/capitalized";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { LedgerWords } from "@/lib/ledger-words";
import type { AddressOf } from "./book-addresses";
import type { LineFinding } from "./findings";
import { paymentName } from "./reason-words";

/** The payment of a line that the books have in another place, as the wire has it; null where the engine found none. */
export function foundPayment(
  { code, payments: [payment] }: Pick<LineFinding, "code" | "payments">,
  { ledger, addressOf }: { ledger: LedgerWords; addressOf: AddressOf },
): DepositDetail["deposit"]["lines"][number]["found"] {
  if (!payment) return null;
  const { quickbooksId, kind, bankName, depositedOn, otherAccount } = payment;
  const name = capitalized(paymentName(payment, ledger));
  const own = { name, quickbooks_url: addressOf(quickbooksId, kind), match_from: "" };
  switch (code) {
    case "in_bank":
      return { ...own, text: `${name} is in ${bankName || "your bank account"} already.` };
    case "other_account": {
      const account = otherAccount?.name ?? "";
      const isOffered = otherAccount?.openedBy === "account";
      return {
        ...own,
        text: `${name} is in ${account || "another account"}.`,
        match_from: isOffered ? account : "",
      };
    }
    case "already_matched":
      if (!depositedOn) return null;
      return {
        ...own,
        text: `${name} is already on ${ledger.depositOf(depositedOn)} in ${ledger.name}.`,
        quickbooks_url: addressOf(depositedOn),
      };
    default:
      return null;
  }
}
