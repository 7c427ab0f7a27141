import { expect, test } from "vitest";
import { coveredText, openText, wrongText } from "@/components/settings/rules/rule-form";
import type { RulePreview } from "@/lib/contracts/rules";
import { ledgerWords } from "@/lib/ledger-words";

const QUICKBOOKS = ledgerWords("quickbook");

const preview = (change: Partial<RulePreview>): RulePreview => ({
  ...{ count: 0, wrong: 0, open: 0, sums: [], rows: [] },
  ...change,
});
const USD = { currency: "USD", count: 2, amount: "1300.00" };
const EUR = { currency: "EUR", count: 1, amount: "5.00" };

test("counts and sums what a rule covers", () => {
  expect(coveredText(preview({}))).toBe("No line in the last 90 days.");
  expect(coveredText(preview({ count: 1, sums: [EUR] }))).toBe(
    "1 line in the last 90 days, 5.00 EUR in all.",
  );
  expect(coveredText(preview({ count: 3, sums: [USD, EUR] }))).toBe(
    "3 lines in the last 90 days, 1,300.00 USD and 5.00 EUR in all.",
  );
});

test("says where it would have been wrong", () => {
  expect(wrongText(preview({ count: 3 }), QUICKBOOKS)).toBe("");
  expect(wrongText(preview({ count: 3, wrong: 1 }), QUICKBOOKS)).toContain("1 of them was matched");
  expect(wrongText(preview({ count: 3, wrong: 2 }), QUICKBOOKS)).toContain(
    "2 of them were matched",
  );
  expect(wrongText(preview({ count: 3, wrong: 3 }), QUICKBOOKS)).toContain(
    "All of them were matched",
  );
  expect(wrongText(preview({ count: 1, wrong: 1 }), QUICKBOOKS)).toContain("It was matched");
});

test("says how many are open", () => {
  expect(openText(preview({}))).toBe("None of them is open now.");
  expect(openText(preview({ open: 1 }))).toBe("1 is open now and may be decided at once.");
  expect(openText(preview({ open: 4 }))).toBe("4 are open now and may be decided at once.");
});
