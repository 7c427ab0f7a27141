import { describe, expect, test } from "vitest";
import type { OpenRecord } from "@/matching/engine/continue-match";
import type { Match, UnmatchedReason } from "@/matching/engine/contract";
import type { PaymentFact } from "@/server/deposits/findings";
import { explainPlan } from "@/server/matches/explain-plan";
import type { Plan, PlannedDeposit } from "@/server/matches/plan-deposits";

const deposit: PlannedDeposit = {
  ...{ id: "1", itemized: true, decided: [] },
  settlement: {
    amount: 80_00,
    lines: [
      { id: 11, kind: "charge", description: "", gross: 100_00, fee: 0, net: 100_00 },
      { id: 12, kind: "refund", description: "", gross: -20_00, fee: 0, net: -20_00 },
    ],
  },
};
const payments = new Map<string, PaymentFact>(
  [100_00, 100_00, 60_00].map((amount, index) => [
    String(21 + index),
    {
      ...{ id: 21 + index, kind: "Payment", quickbooksId: `qb${index}`, number: "" },
      ...{ customer: "Ann Lee", amount, currency: "USD", date: "2026-03-05" },
    },
  ]),
);
const facts = (id: string) => payments.get(id);
const NONE = { facts, partOf: () => null, dayOf: () => "2026-03-16" };
const NOTHING = { open: [], exchanged: [] };
const candidate = (
  paymentId: string,
  level: string,
  matchedWith: string | null = null,
): OpenRecord["candidates"][number] => ({
  ...{ paymentId, probability: 0.4, matchedWith },
  evidence: [
    { field: "amount", level, weight: 3, text: "" },
    { field: "customer", level: "same_name", weight: 5, text: "" },
  ],
});
const open = (part: Partial<OpenRecord> = {}): OpenRecord => ({
  ...{ depositId: "1", lineId: "11", reason: "no_candidate", equalPaymentIds: [], candidates: [] },
  partOf: null,
  ...part,
});
const plan = (part: Partial<Plan> = {}): Plan => ({
  ...{ depositId: "1", status: "pending", matches: [] },
  ...part,
});
const codesOf = (...records: OpenRecord[]) =>
  explainPlan(deposit, plan(), { open: records, exchanged: [] }, NONE)?.lines.map(
    ({ code }) => code,
  );

describe("describePlan", () => {
  test("nothing is left to say of a matched deposit", () => {
    expect(explainPlan(deposit, plan({ status: "matched" }), NOTHING, NONE)).toBeNull();
  });

  test("every reason of the engine becomes a finding", () => {
    const reasons: Record<UnmatchedReason, string> = {
      ...{ no_candidate: "missing", ambiguous: "missing", already_explained: "missing" },
      ...{ outside_window: "outside_window", currency_differs: "currency_differs" },
      part_of_payment: "missing",
    };
    for (const [reason, code] of Object.entries(reasons)) {
      const record = open({ reason: reason as UnmatchedReason, equalPaymentIds: ["21"] });
      expect(codesOf(record), reason).toEqual([code]);
    }
  });

  test("the payments that come close decide what is said", () => {
    const equal = [candidate("21", "exact_gross"), candidate("22", "exact_gross")];
    expect(codesOf(open({ candidates: equal }))).toEqual(["ambiguous"]);
    expect(codesOf(open({ candidates: [candidate("23", "different")] }))).toEqual(["partly_paid"]);
    const swapped = candidate("23", "transposed_digits");
    expect(codesOf(open({ candidates: [swapped] }))).toEqual(["amount_differs"]);
    const taken = candidate("21", "exact_gross", "9");
    expect(codesOf(open({ candidates: [taken] }))).toEqual(["already_matched"]);
  });

  test("a smaller payment of the customer is a part, where nothing comes closer", () => {
    const books = { ...NONE, partOf: () => "23" };
    expect(
      explainPlan(deposit, plan(), { open: [open()], exchanged: [] }, books)?.lines,
    ).toMatchObject([{ code: "partly_paid", payments: [{ id: 23 }] }]);
  });

  test("a payment that is gone from the books, or improbable, is not named", () => {
    expect(codesOf(open({ candidates: [candidate("99", "exact_gross")] }))).toEqual(["missing"]);
    const improbable = { ...candidate("21", "exact_gross"), probability: 0.01 };
    expect(codesOf(open({ candidates: [improbable] }))).toEqual(["missing"]);
  });

  test("a refund without a receipt waits for an account, and is not missing as well", () => {
    const found = explainPlan(
      deposit,
      plan(),
      { open: [open({ lineId: "12" })], exchanged: [] },
      NONE,
    );
    expect(found).toMatchObject({ lines: [], unbooked: [12] });
  });

  test("a match that waits for a decision says which payment, a sure one nothing", () => {
    const match: Match = {
      ...{ depositId: "1", lineIds: ["11"], paymentIds: ["21"], kind: "one_to_one" },
      ...{ decision: "suggested", probability: 0.8, difference: 0, currency: "USD" },
      ...{ evidence: [], alternatives: { count: 0, best: null } },
    };
    const of = (decision: "auto" | "suggested", difference = 0) =>
      explainPlan(
        deposit,
        plan({ matches: [{ match: { ...match, difference }, decision, adjustments: [] }] }),
        NOTHING,
        NONE,
      )?.lines;
    expect(of("auto")).toEqual([]);
    expect(of("suggested")).toMatchObject([{ code: "suggested", payments: [{ id: 21 }] }]);
    expect(of("suggested", -40_00)).toMatchObject([{ code: "partly_paid" }]);
    expect(of("suggested", 40_00)).toMatchObject([{ code: "amount_differs" }]);
  });

  test("a payment in the currency that the customer paid is told, not proposed", () => {
    const match: Match = {
      ...{ depositId: "1", lineIds: ["11"], paymentIds: ["21"], kind: "one_to_one" },
      ...{ decision: "suggested", probability: 0.98, difference: 0, currency: "EUR" },
      ...{ evidence: [], alternatives: { count: 0, best: null } },
      exchange: {
        settled: { amount: 100_00, currency: "USD" },
        paid: { amount: 92_00, currency: "EUR" },
        booked: { amount: 92_00, currency: "EUR" },
        worth: { amount: 99_10, currency: "USD" },
      },
    };
    const found = explainPlan(deposit, plan(), { open: [], exchanged: [match] }, NONE);
    expect(found).toMatchObject({
      difference: 0,
      lines: [
        {
          ...{ lineId: 11, code: "currency_differs", payments: [{ id: 21 }] },
          exchange: {
            paid: { amount: 92_00, currency: "EUR" },
            worth: { amount: 99_10, currency: "USD" },
          },
        },
      ],
    });
  });

  test("a part of a payment names the other lines and the days of their payouts", () => {
    const record = open({
      reason: "part_of_payment",
      partOf: {
        ...{ paymentId: "21", amount: 300_00, currency: "USD" },
        lines: [
          { depositId: "1", lineId: "11", amount: 100_00 },
          { depositId: "2", lineId: "31", amount: 200_00 },
        ],
      },
    });
    const found = explainPlan(deposit, plan(), { open: [record], exchanged: [] }, NONE);
    expect(found?.lines).toMatchObject([
      {
        ...{ code: "part_of_payment", payments: [{ id: 21 }] },
        otherParts: [{ amount: 200_00, date: "2026-03-16" }],
      },
    ]);
  });
});
