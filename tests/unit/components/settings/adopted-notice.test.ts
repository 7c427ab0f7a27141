import { expect, test } from "vitest";
import { adoptedWords } from "@/components/settings/adopted-notice";
import { ledgerWords } from "@/lib/ledger-words";

const QUICKBOOKS = ledgerWords("quickbook");

const british = {
  country: "United Kingdom",
  date_format: "DD-MM-YYYY",
  timezone: "Europe/London",
} as const;

test.each([
  [british, "VAT", "Set from QuickBooks: United Kingdom, DD-MM-YYYY, London, VAT."],
  // What was chosen before isn't said.
  [{ ...british, date_format: null }, "VAT", "Set from QuickBooks: United Kingdom, London, VAT."],
  [
    {
      country: "United States",
      date_format: "MM-DD-YYYY",
      timezone: "America/Los_Angeles",
    } as const,
    "Sales tax",
    "Set from QuickBooks: United States, MM-DD-YYYY, Los Angeles, Sales tax.",
  ],
  [
    { country: "Brazil", date_format: "DD-MM-YYYY", timezone: null } as const,
    "Tax",
    "Set from QuickBooks: Brazil, DD-MM-YYYY.",
  ],
])("what was set is said once: %#", (adopted, tax, text) => {
  expect(adoptedWords(adopted, tax, QUICKBOOKS)).toBe(text);
});
