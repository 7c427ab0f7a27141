import { expect, test } from "vitest";
import { payoutTitle } from "@/components/deposit-parts/payout-title";

const payout = { source: "Stripe", txn_date: "2026-11-02", total_amt: "1678.7", currency: "USD" };
const US = {
  dateFormat: "MM-DD-YYYY",
  currency: "USD",
  timeZone: "America/New_York",
  companyZone: undefined,
  tax: { name: "VAT", asked: true },
} as const;

test.each([
  [payout, US, 2026, "Stripe payout · Nov 2 · 1,678.70"],
  [payout, US, 2027, "Stripe payout · Nov 2, 2026 · 1,678.70"],
  [
    payout,
    { ...US, dateFormat: "DD-MM-YYYY" } as const,
    2027,
    "Stripe payout · 2 Nov 2026 · 1,678.70",
  ],
  [{ ...payout, currency: "EUR" }, US, 2026, "Stripe payout · Nov 2 · EUR 1,678.70"],
])("a payout is named by processor, day and amount: %#", (of, preferences, year, text) => {
  expect(payoutTitle(of, preferences, year)).toBe(text);
});
