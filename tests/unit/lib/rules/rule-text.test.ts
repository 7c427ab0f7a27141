import { describe, expect, test } from "vitest";
import type { RuleConditions, RuleOutcome } from "@/lib/contracts/rules";
import { ruleText } from "@/lib/rules/rule-text";

const CONDITIONS: RuleConditions = {
  ...{ kind: "charge", description: "", customer: "any", customer_name: "" },
  ...{ amount_from: null, amount_to: null, currency: null, after_days: 0 },
};
const RECEIPT: RuleOutcome = {
  ...{ do: "receipt", customer: null, item: { Id: "1", Name: "Donation" } },
  ...{ tax_code: null, class: null, memo: "" },
};
const ACCOUNT: RuleOutcome = {
  ...{ do: "account", account: { Id: "9", Name: "Chargebacks" }, customer: null, class: null },
};

const text = (conditions: Partial<RuleConditions>, outcome: RuleOutcome = RECEIPT) =>
  ruleText({ source: "Stripe", conditions: { ...CONDITIONS, ...conditions }, outcome });

test("a rule reads as a bookkeeper would say it", () => {
  const donors = { ...RECEIPT, customer: { Id: "5", Name: "Website donors" } };
  expect(text({ description: "Donation", customer: "none" }, donors)).toBe(
    "Stripe charges described 'Donation' without a customer → sales receipt for 'Website donors', item 'Donation'",
  );
});

describe("each condition has its words", () => {
  const WORDS: [Partial<RuleConditions>, string][] = [
    [{ customer: "known" }, "with a customer"],
    [{ customer: "named", customer_name: "Ann" }, "from 'Ann'"],
    [{ amount_from: "5.00", currency: "USD" }, "of at least 5.00 USD"],
    [{ amount_to: "9.00", currency: "USD" }, "of at most 9.00 USD"],
    [{ amount_from: "5.00", amount_to: "9.00", currency: "USD" }, "of 5.00 to 9.00 USD"],
    [{ amount_from: "5.00", amount_to: "5.00", currency: "USD" }, "of 5.00 USD"],
    [{ currency: "EUR" }, "in EUR"],
    [{ after_days: 1 }, "1 day after the payout"],
    [{ after_days: 3 }, "3 days after the payout"],
  ];
  test.each(WORDS)("%j: %s", (conditions, words) => {
    expect(text(conditions)).toBe(
      `Stripe charges ${words} → sales receipt for the line's own customer, item 'Donation'`,
    );
  });
});

describe("each outcome has its words", () => {
  test("receipts of all kinds", () => {
    const full = { ...RECEIPT, tax_code: { Id: "2", Name: "Exempt" }, memo: "Web" };
    expect(text({ kind: "refund" }, { ...full, class: { Id: "3", Name: "North" } })).toBe(
      "Stripe refunds → refund receipt to the line's own customer, item 'Donation', tax code 'Exempt', class 'North', memo 'Web'",
    );
    // Lost ones go out, won ones come back in.
    expect(text({ kind: "dispute" })).toContain("→ receipt for the line's own customer");
  });

  test("accounts and waiting", () => {
    expect(text({ kind: "bill" }, ACCOUNT)).toBe("Stripe bills → book to 'Chargebacks'");
    const tags = { customer: { Id: "5", Name: "Donors" }, class: { Id: "3", Name: "North" } };
    expect(text({}, { ...ACCOUNT, ...tags })).toBe(
      "Stripe charges → book to 'Chargebacks', customer 'Donors', class 'North'",
    );
    expect(text({}, { do: "wait", days: 10, note: "Shop app" })).toBe(
      "Stripe charges → postpone for 10 days, note 'Shop app'",
    );
    expect(text({}, { do: "wait", days: 1, note: "" })).toBe("Stripe charges → postpone for 1 day");
  });
});
