import { guidIn } from "@/lib/guid";
import type { Ledger } from "@/server/providers/ledger";
import { isOfTransfers, partsOf } from "./booked";

/**
 * The pages of transactions in Xero, in its documented form (developer.xero.com, "Deep link to Xero"): payments share the
 * page of bank transactions, and bank transfers have none.
 */
export const addresses: Pick<Ledger, "addressOf"> = {
  addressOf(id, kind, shortCode) {
    const guid = kind === "Deposit" ? withPage(id) : guidIn(id);
    if (!guid || !shortCode) return "";
    // Its slashes and question mark are written as Xero's own examples have them.
    const page = `/Bank/ViewTransaction.aspx?bankTransactionID=${guid}`;
    return `https://go.xero.com/organisationlogin/default.aspx?shortcode=${encodeURIComponent(shortCode)}&redirecturl=${page}`;
  },
};

/** Of a payout's transactions, the first one that is no transfer. */
function withPage(depositId: string): string | undefined {
  return partsOf(depositId).find(({ part }) => !isOfTransfers(part))?.guid;
}
