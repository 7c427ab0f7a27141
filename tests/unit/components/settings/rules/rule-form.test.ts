import { describe, expect, test } from "vitest";
import {
  chosenOutcome,
  conditionsOf,
  errorsOf,
  formOf,
  outcomeOf,
  type RuleForm,
  withFitting,
} from "@/components/settings/rules/rule-form";
import type { RuleDraft, RuleOutcome } from "@/lib/contracts/rules";

const DRAFT: RuleDraft = {
  integration_type: "authorize",
  conditions: {
    ...{ kind: "refund", description: "Donation", customer: "named", customer_name: "Ann" },
    ...{ amount_from: "5.00", amount_to: null, currency: "USD", after_days: 4 },
  },
  outcome: null,
};
const ITEM = { Id: "31", Name: "Donation" };
const OUTCOMES: RuleOutcome[] = [
  {
    ...{ do: "receipt", customer: { Id: "5", Name: "Donors" }, item: ITEM, memo: "Web" },
    ...{ tax_code: { Id: "2", Name: "Exempt" }, class: null },
  },
  {
    ...{ do: "account", account: { Id: "9", Name: "Refunds" } },
    ...{ customer: { Id: "5", Name: "Donors" }, class: { Id: "3", Name: "Shop" } },
  },
  { do: "wait", days: 12, note: "Shop app" },
];

test.each(OUTCOMES)("a rule goes through the editor unchanged: $do", (outcome) => {
  const form = formOf({ ...DRAFT, outcome }, "stripe");
  expect(form.integration_type).toBe("authorize");
  expect(conditionsOf(form)).toEqual(DRAFT.conditions);
  expect(outcomeOf(form)).toEqual(outcome);
  expect(errorsOf(form)).toEqual({});
});

test("an outcome is sent by its ids", () => {
  expect(OUTCOMES.map(chosenOutcome)).toEqual([
    {
      ...{ do: "receipt", customer: { Id: "5", name: "Donors" }, item_id: "31", memo: "Web" },
      ...{ tax_code_id: "2", class_id: null },
    },
    { do: "account", account_id: "9", customer: { Id: "5", name: "Donors" }, class_id: "3" },
    OUTCOMES[2],
  ]);
});

describe("an empty form", () => {
  const empty = formOf(null, "stripe");

  test("waits three days and asks for a product", () => {
    expect(conditionsOf(empty).after_days).toBe(3);
    expect(errorsOf(empty)).toEqual({ item: "Choose a product or service." });
    expect(outcomeOf(empty)).toBeNull();
  });

  test("takes amounts as people type them", () => {
    const typed = { ...empty, amount_from: " 5", amount_to: "7.5", currency: "usd" };
    expect(conditionsOf(typed)).toMatchObject({
      ...{ amount_from: "5.00", amount_to: "7.50", currency: "USD" },
    });
  });

  const WRONG: [Partial<RuleForm>, keyof RuleForm][] = [
    [{ customer: "named", customer_name: " " }, "customer_name"],
    [{ amount_from: "-5", currency: "USD" }, "amount_from"],
    [{ amount_to: "1,5", currency: "USD" }, "amount_to"],
    [{ amount_from: "5" }, "currency"],
    [{ currency: "US" }, "currency"],
    [{ after_days: "91" }, "after_days"],
    [{ after_days: "" }, "after_days"],
    [{ for_customer: { Id: "", Name: "typed" } }, "for_customer"],
    [{ does: "account" }, "account"],
    [{ does: "wait", days: "0" }, "days"],
  ];
  test.each(WRONG)("says what is wrong: %j", (change, field) => {
    expect(errorsOf({ ...empty, item: ITEM, ...change })).toHaveProperty(field);
  });

  test("a kind takes an outcome that it can have", () => {
    expect(withFitting({ ...empty, kind: "bill" }).does).toBe("account");
    expect(withFitting({ ...empty, kind: "charge", does: "account" }).does).toBe("account");
    expect(withFitting({ ...empty, kind: "bill", does: "wait" }).does).toBe("wait");
  });
});
