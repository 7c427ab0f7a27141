import { describeFailure } from "@/server/providers/describe-failure";
import type { ProviderError } from "@/server/providers/errors";

/** QuickBooks' documented error codes (developer.intuit.com, "Error codes") that a bookkeeper can do something about. */
const BY_CODE: Readonly<Record<string, string>> = {
  "610": "QuickBooks says that something on this deposit was deleted or made inactive.",
  "2500": "QuickBooks doesn't know an account, customer or class on this deposit any more.",
  "6000": "QuickBooks' own checks rejected this deposit.",
  "6140": "QuickBooks already has a transaction with this number.",
  "6190": "The QuickBooks subscription of this company has ended or is suspended.",
  "6430": "QuickBooks doesn't allow an account of this type on a deposit. Choose another account.",
  no_exchange_rate:
    "QuickBooks has no exchange rate for this currency. Add one there under Currencies.",
  total_differs:
    "QuickBooks came to another total, so we deleted the deposit there. Check the tax code and the exchange rate.",
  "6540": "A payment on this deposit was deposited in QuickBooks already.",
};

/** QuickBooks says it with the code of all its own checks. Read for the words alone. */
const LACKS_TAX = "rate before you save";

/** Why QuickBooks refused a Deposit, in words for the user. */
export function refusalText(error: ProviderError): string {
  const [inactive] = error.detail.inactiveAccounts ?? [];
  if (inactive) {
    return `The account ${inactive} is inactive in QuickBooks. Make it active there, or choose another account here.`;
  }
  if (error.detail.words?.includes(LACKS_TAX)) {
    return "QuickBooks wants a tax code on each line of this deposit. Choose one in Settings, under Fees and other lines.";
  }
  return BY_CODE[error.detail.code ?? ""] ?? describeFailure(error);
}
