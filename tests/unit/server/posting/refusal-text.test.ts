import { expect, test } from "vitest";
import { refusalText } from "@/server/posting/handle-failure";
import { ProviderError } from "@/server/providers/errors";

const refused = (code: string) => new ProviderError("quickbooks", "rejected", "refused", { code });

test.each([
  ["610", "QuickBooks says that something on this deposit was deleted or made inactive."],
  ["2500", "QuickBooks doesn't know an account, customer or class on this deposit any more."],
  ["6000", "QuickBooks' own checks rejected this deposit."],
  ["6190", "The QuickBooks subscription of this company has ended or is suspended."],
  ["6540", "A payment on this deposit was deposited in QuickBooks already."],
  ["9999", "QuickBooks rejected the request (code 9999)."],
])("a Deposit refused with %s is explained", (code, text) => {
  expect(refusalText(refused(code))).toBe(text);
});
