import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LINE_KINDS } from "@/lib/constants/deposits";
import { RULE_CUSTOMERS, RULE_KINDS } from "@/lib/constants/rules";
import {
  dueOn,
  firstRule,
  matchesRule,
  type RuleLine,
  ruleKind,
} from "@/server/line-decisions/rules/matches-rule";
import type { StoredConditions } from "@/server/line-decisions/rules/stored-rule";

const LINE: RuleLine = {
  ...{ source: "stripe", kind: "charge", providerKind: "charge", feePredicted: false },
  ...{ description: "Donation to the spring fund", customerName: "", customerEmail: "" },
  ...{ gross: 25_00, currency: "USD" },
};

const ALL: StoredConditions = {
  ...{ kind: "charge", description: "", customer: "any", customerName: "" },
  ...{ from: null, to: null, currency: null, afterDays: 3 },
};

const covers = (line: Partial<RuleLine>, conditions: Partial<StoredConditions>) =>
  matchesRule({ ...LINE, ...line }, { source: "stripe", conditions: { ...ALL, ...conditions } });

const line: fc.Arbitrary<RuleLine> = fc.record({
  source: fc.constantFrom("stripe", "authorizenet"),
  kind: fc.constantFrom(...LINE_KINDS),
  providerKind: fc.constantFrom("charge", "topup", "stripe_fee", "network_cost", "adjustment"),
  feePredicted: fc.boolean(),
  description: fc.constantFrom("", "Donation", "Spring donation 12", "Order 7"),
  customerName: fc.constantFrom("", "Ann Baker", "Blue Harbor"),
  customerEmail: fc.constantFrom("", "ann@example.com"),
  gross: fc.integer({ min: -10_000, max: 10_000 }),
  currency: fc.constantFrom("USD", "EUR"),
});

const conditions: fc.Arbitrary<StoredConditions> = fc.record({
  kind: fc.constantFrom(...RULE_KINDS),
  description: fc.constantFrom("", "donation", "order"),
  customer: fc.constantFrom(...RULE_CUSTOMERS),
  customerName: fc.constantFrom("Ann Baker", "ann@example.com"),
  from: fc.option(fc.integer({ min: 0, max: 10_000 })),
  to: fc.option(fc.integer({ min: 0, max: 10_000 })),
  currency: fc.option(fc.constantFrom("USD", "EUR")),
  afterDays: fc.integer({ min: 0, max: 90 }),
});

const rule = fc.record({
  source: fc.constantFrom<RuleLine["source"]>("stripe", "authorizenet"),
  conditions,
});

describe("a rule covers a line", () => {
  test("whose description contains its words, in any case and spacing", () => {
    for (const description of ["donation", "SPRING   fund", "to the"]) {
      expect(covers({}, { description }), description).toBe(true);
    }
    expect(covers({}, { description: "spring donation" })).toBe(false);
    expect(covers({ description: "" }, { description: "donation" })).toBe(false);
  });

  test("with or without a customer, or of this one by name or address", () => {
    const known = { customerName: "Ann Baker", customerEmail: "ann@example.com" };
    expect(covers({}, { customer: "none" })).toBe(true);
    expect(covers({}, { customer: "known" })).toBe(false);
    expect(covers({ customerName: "  " }, { customer: "none" })).toBe(true);
    expect(covers(known, { customer: "none" })).toBe(false);
    expect(covers({ customerEmail: "ann@example.com" }, { customer: "known" })).toBe(true);
    for (const customerName of ["ann baker", "ANN@example.com"]) {
      expect(covers(known, { customer: "named", customerName }), customerName).toBe(true);
    }
    expect(covers(known, { customer: "named", customerName: "Ann" })).toBe(false);
  });

  test("whose amount lies between its bounds, both included, whatever its sign", () => {
    const bounds = { from: 10_00, to: 25_00 };
    for (const gross of [10_00, 25_00, -25_00]) expect(covers({ gross }, bounds)).toBe(true);
    for (const gross of [9_99, 25_01, -9_99]) expect(covers({ gross }, bounds)).toBe(false);
    expect(covers({ currency: "EUR" }, { currency: "USD" })).toBe(false);
  });

  test("of its kind as a bookkeeper names it", () => {
    const of = (kind: RuleLine["kind"], providerKind = "", feePredicted = false) =>
      ruleKind({ kind, providerKind, feePredicted });
    expect(of("charge")).toBe("charge");
    expect(of("dispute_reversal")).toBe("dispute");
    expect(of("fee", "stripe_fee")).toBe("bill");
    expect(of("other", "topup")).toBe("transfer");
    // Parts of the processing fee, and movements that nobody can name, differ.
    expect(of("fee", "network_cost")).toBeNull();
    expect(of("fee", "stripe_fee", true)).toBeNull();
    expect(of("other", "climate_order_purchase")).toBeNull();
  });

  test("only of its source", () => {
    expect(covers({ source: "authorizenet" }, {})).toBe(false);
  });
});

describe("for any lines and rules", () => {
  test("a further condition never covers more", () => {
    fc.assert(
      fc.property(line, conditions, (given, narrow) => {
        const source = given.source;
        if (!matchesRule(given, { source, conditions: narrow })) return;
        const wide: StoredConditions[] = [
          { ...narrow, description: "" },
          { ...narrow, customer: "any" },
          { ...narrow, from: null },
          { ...narrow, to: null },
          { ...narrow, currency: null },
        ];
        for (const each of wide)
          expect(matchesRule(given, { source, conditions: each })).toBe(true);
      }),
    );
  });

  test("no line is with and without a customer", () => {
    fc.assert(
      fc.property(line, conditions, (given, each) => {
        const of = (customer: StoredConditions["customer"]) =>
          matchesRule(given, { source: given.source, conditions: { ...each, customer } });
        expect(of("known") || of("none")).toBe(of("any"));
        expect(of("known") && of("none")).toBe(false);
        if (of("named")) expect(of("known")).toBe(true);
      }),
    );
  });

  test("the first rule that covers the line decides, and none that doesn't", () => {
    fc.assert(
      fc.property(line, fc.array(rule, { maxLength: 6 }), (given, rules) => {
        const first = firstRule(given, rules);
        const at = first ? rules.indexOf(first) : rules.length;
        if (first) expect(matchesRule(given, first)).toBe(true);
        for (const earlier of rules.slice(0, at)) expect(matchesRule(given, earlier)).toBe(false);
      }),
    );
  });

  test("the sign of the amount and the case of the description make no difference", () => {
    fc.assert(
      fc.property(line, rule, (given, each) => {
        const other = {
          ...given,
          gross: -given.gross,
          description: given.description.toUpperCase(),
        };
        expect(matchesRule(other, each)).toBe(matchesRule(given, each));
      }),
    );
  });
});

test("a rule waits its days after the payout", () => {
  expect(dueOn("2026-02-27", { afterDays: 3 })).toBe("2026-03-02");
  expect(dueOn("2026-02-27", { afterDays: 0 })).toBe("2026-02-27");
});
