import { describeFailure } from "@/server/providers/describe-failure";
import type { ProviderError } from "@/server/providers/errors";

/** QuickBooks' documented error codes (developer.intuit.com, "Error codes") that a bookkeeper can do something about. */
const BY_CODE: Readonly<Record<string, string>> = {
  "610": "QuickBooks says that something on this deposit was deleted or made inactive.",
  "2500": "QuickBooks doesn't know an account, customer or class on this deposit any more.",
  "6000": "QuickBooks' own checks rejected this deposit.",
  "6140": "QuickBooks already has a transaction with this number.",
  "6190": "The QuickBooks subscription of this company has ended or is suspended.",
  "6210": "QuickBooks says this period is closed. Reopen it, or change its closing date.",
  "6430": "QuickBooks doesn't allow an account of this type on a deposit. Choose another account.",
  "6540": "A payment on this deposit was deposited in QuickBooks already.",
};

/** Why QuickBooks refused a Deposit, in words for the user. */
export function refusalText(error: ProviderError): string {
  return BY_CODE[error.detail.code ?? ""] ?? describeFailure(error);
}
