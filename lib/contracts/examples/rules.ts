import type { Examples } from "./example";

const conditions = {
  kind: "charge",
  description: "Donation",
  customer: "none",
  customer_name: "",
  amount_from: null,
  amount_to: "500.00",
  currency: "USD",
  after_days: 3,
};
const covering = { integration_type: "stripe", conditions };
const outcome = {
  do: "receipt",
  customer: { Id: "58", name: "Website donors" },
  item_id: "31",
  tax_code_id: null,
  class_id: null,
  memo: "",
};
const rule = {
  id: 7,
  text: "Stripe charges described 'Donation' without a customer of at most 500.00 USD 3 days after the payout → sales receipt for 'Website donors', item 'Donation'",
  active: false,
  ...covering,
  outcome: {
    do: "receipt",
    customer: { Id: "58", Name: "Website donors" },
    item: { Id: "31", Name: "Donation" },
    tax_code: null,
    class: null,
    memo: "",
  },
  created_by: "ann",
  created_at: "2026-03-05T14:20:00.000Z",
  uses: 12,
  last_used: "2026-03-04",
  obstacle: "",
};
const touched = {
  deposit_id: 1042,
  line_id: 5122,
  date: "2026-03-04",
  description: "Donation",
  customer: "",
  amount: "25.00",
  currency: "USD",
};
const off = "Rule saved. It's off until it is switched on.";

export const ruleExamples: Examples = {
  listRules: { response: { rules: [rule] } },
  createRule: { body: { ...covering, outcome }, response: { message: off, rule } },
  updateRule: { body: { ...covering, outcome, rule_id: 7 }, response: { message: off, rule } },
  ruleFromLine: { response: { ...covering, outcome: rule.outcome } },
  orderRules: { body: { rule_ids: [7, 3, 9] }, response: { message: "Order saved" } },
  switchRule: {
    body: { rule_id: 7, active: true },
    response: { message: "Rule switched on" },
  },
  deleteRule: { body: { rule_id: 7 }, response: { message: "Rule deleted" } },
  restoreRule: {
    body: { rule_id: 7 },
    response: { message: "Rule restored. It's off until it is switched on." },
  },
  previewRule: {
    body: covering,
    response: {
      count: 1,
      wrong: 0,
      open: 1,
      sums: [{ currency: "USD", count: 1, amount: "25.00" }],
      rows: [{ ...touched, state: "open" }],
    },
  },
  ruleUses: { response: { uses: [{ ...touched, text: "Sales receipt of 25.00 planned" }] } },
};
