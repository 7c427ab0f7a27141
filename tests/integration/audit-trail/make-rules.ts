import { settled } from "../../support/worker";
import { audited } from "./audited";

const RULE = {
  integration_type: "stripe",
  conditions: {
    ...{ kind: "charge", description: "never", customer: "any", customer_name: "" },
    ...{ amount_from: null, amount_to: null, currency: null, after_days: 3 },
  },
  outcome: { do: "wait", days: 5, note: "" },
};

/** A rule from its first day to its last. */
export async function makeRules(token: string): Promise<void> {
  const { rule } = await audited("rule.created", ["POST", "/rules/"], token, RULE);
  const changed = { ...RULE, outcome: { do: "wait", days: 6, note: "" }, rule_id: rule.id };
  await audited("rule.changed", ["PUT", "/rules/"], token, changed);
  await audited("rules.ordered", ["POST", "/rules/order/"], token, { rule_ids: [rule.id] });
  const turned = { rule_id: rule.id, active: true };
  await audited("rule.switched_on", ["POST", "/rules/switch/"], token, turned);
  // The engine runs after that; what comes next decides by hand.
  await settled(token);
  await audited("rule.deleted", ["POST", "/rules/delete/"], token, { rule_id: rule.id });
  await audited("rule.restored", ["POST", "/rules/restore/"], token, { rule_id: rule.id });
}
