import { describe, expect, test } from "vitest";
import { changesPrecedence, hasSuccessor, type PlacedRule } from "@/lib/rules/rule-order";

type Change = Partial<Omit<PlacedRule, "conditions">> & Partial<PlacedRule["conditions"]>;

function rule(
  id: number,
  { active = true, source = "stripe", ...change }: Change = {},
): PlacedRule {
  const conditions = { kind: "charge", customer: "any", currency: null, ...change } as const;
  return { id, active, source, conditions };
}

describe("what an active rule leaves when it ends", () => {
  test.each<[string, Change, Change, boolean]>([
    ["another one of its kind", {}, {}, true],
    ["one for all customers after one for those without", { customer: "none" }, {}, true],
    ["one in all currencies after one in dollars", { currency: "USD" }, {}, true],
    ["names, where customers are known", { customer: "named" }, { customer: "known" }, true],
    ["one that is off", {}, { active: false }, false],
    ["another processor's", {}, { source: "authorizenet" }, false],
    ["another kind of line", {}, { kind: "refund" }, false],
    ["another currency", { currency: "USD" }, { currency: "EUR" }, false],
    ["lines with a customer", { customer: "none" }, { customer: "named" }, false],
  ])("%s", (_, first, second, goesOn) => {
    const rules = [rule(1, first), rule(3, { active: false }), rule(2, second)];
    expect(hasSuccessor(rules, 1)).toBe(goesOn);
    expect(changesPrecedence(rules, rules.toReversed())).toBe(goesOn);
    expect(changesPrecedence(rules, rules)).toBe(false);
  });

  test("is nobody's while it is off, last or unknown", () => {
    expect(hasSuccessor([rule(1, { active: false }), rule(2)], 1)).toBe(false);
    expect(hasSuccessor([rule(1), rule(2)], 2)).toBe(false);
    expect(hasSuccessor([rule(1)], 9)).toBe(false);
  });

  test("rules that are off move freely", () => {
    const [one, two, off] = [rule(1), rule(2), rule(3, { active: false })];
    expect(changesPrecedence([one, two, off], [off, one, two])).toBe(false);
    expect(changesPrecedence([one, off, two], [two, off, one])).toBe(true);
  });
});
