import { describe, expect, test } from "vitest";
import type { Dataset, TruthGroup } from "@/matching/bench/model";
import {
  addPayoutScores,
  allProposedShare,
  decisionsLeft,
  scorePayouts,
  untouchedShare,
  wrongShare,
  wrongShareInBooks,
} from "@/matching/bench/scoring/payouts";
import type { LineInput } from "@/matching/engine/contract";
import { books, proposal } from "./samples";

const day = "2026-03-02";
const AUTO = { auto: true };

/** A payout of two charges, both in the books. */
function twoCharges(change: (line: LineInput) => Partial<LineInput> = () => ({})): Dataset {
  const dataset = books(
    [
      { id: "l1", date: day, amount: 1000, customer: 1 },
      { id: "l2", date: day, amount: 1000, customer: 2 },
    ],
    [
      { id: "p1", date: day, amount: 1000, customer: 1 },
      { id: "p2", date: day, amount: 1000, customer: 2 },
    ],
    [pair("l1", "p1"), pair("l2", "p2")],
  );
  const deposits = dataset.deposits.map((deposit) => {
    const lines = deposit.lines?.map((line) => ({ ...line, ...change(line) })) ?? [];
    return { ...deposit, lines };
  });
  return { ...dataset, deposits };
}

function pair(line: string, payment: string): Pick<TruthGroup, "lineIds" | "paymentIds" | "kind"> {
  return { lineIds: [line], paymentIds: [payment], kind: "one_to_one" };
}

/** The payout reaches the bank with this amount. */
function paidOut(dataset: Dataset, amount: number): Dataset {
  return { ...dataset, deposits: dataset.deposits.map((deposit) => ({ ...deposit, amount })) };
}

/** The payment is in the books with this amount. */
function booked(dataset: Dataset, id: string, amount: number): Dataset {
  const payments = dataset.payments.map((each) => (each.id === id ? { ...each, amount } : each));
  return { ...dataset, payments };
}

describe("postable", () => {
  const isPostable = (dataset: Dataset) => scorePayouts(dataset, []).postable === 1;

  test("all charges have their payment and the sum closes", () => {
    expect(isPostable(twoCharges())).toBe(true);
  });

  test("not when a charge has no payment in the books", () => {
    const dataset = twoCharges();
    const groups = dataset.truth.groups.slice(0, 1);
    expect(isPostable({ ...dataset, truth: { ...dataset.truth, groups } })).toBe(false);
    expect(isPostable({ ...dataset, payments: dataset.payments.slice(0, 1) })).toBe(false);
  });

  test("not when the books are off by a cent", () => {
    expect(isPostable(booked(twoCharges(), "p1", 1001))).toBe(false);
  });

  test("fees may be stated on the line or follow from the payout", () => {
    const stated = twoCharges(() => ({ fee: 59 }));
    expect(isPostable(paidOut(stated, 1882))).toBe(true);
    expect(isPostable(paidOut(stated, 1881))).toBe(false);
    expect(isPostable(paidOut(twoCharges(), 1882))).toBe(true);
  });

  test("a payment may be recorded less the fee that its line states", () => {
    const stated = paidOut(
      twoCharges(() => ({ fee: 59 })),
      1882,
    );
    expect(isPostable(booked(stated, "p1", 941))).toBe(true);
    expect(isPostable(booked(stated, "p1", 940))).toBe(false);
  });

  test("refunds that the books lack are entries of their own, charges are not", () => {
    const refunded = (type: string) => {
      const dataset = paidOut(twoCharges(), 1700);
      const refund: LineInput = { id: "l3", type, date: day, amount: -300 };
      const deposits = dataset.deposits.map((deposit) => {
        return { ...deposit, lines: [...(deposit.lines ?? []), refund] };
      });
      return { ...dataset, deposits };
    };
    expect(isPostable(refunded("refund"))).toBe(true);
    expect(isPostable(refunded("charge"))).toBe(false);
  });

  test("not when a payment is for charges of another payout, too: it is on one Deposit only", () => {
    const dataset = twoCharges();
    const other = { id: "l3", type: "charge", date: day, amount: 500 };
    const [first] = dataset.deposits;
    if (!first) throw new Error("no payout");
    const deposits = [first, { ...first, id: "E", amount: 500, lines: [other] }];
    const shared = { ...pair("l1", "p1"), lineIds: ["l3", "l1"], depositId: "E", deviation: -500 };
    const groups = [shared, ...dataset.truth.groups.slice(1)];
    const score = scorePayouts({ ...dataset, deposits, truth: { ...dataset.truth, groups } }, []);
    expect([score.payouts, score.postable]).toEqual([2, 0]);
  });

  test("deposits without lines do not count", () => {
    const dataset = twoCharges();
    const deposits = dataset.deposits.map(({ lines: _, ...deposit }) => deposit);
    expect(scorePayouts({ ...dataset, deposits }, []).payouts).toBe(0);
  });
});

describe("untouched", () => {
  test("all lines matched automatically and rightly", () => {
    const proposals = [proposal(["l1"], ["p1"], AUTO), proposal(["l2"], ["p2"], AUTO)];
    const score = scorePayouts(twoCharges(), proposals);
    expect(untouchedShare(score)).toBe(1);
    expect([score.wrong, score.wrongInBooks]).toEqual([0, 0]);
    expect([allProposedShare(score), decisionsLeft(score)]).toEqual([1, 0]);
  });

  test("a suggestion is a decision, and so is a line without any", () => {
    const suggested = [proposal(["l1"], ["p1"], AUTO), proposal(["l2"], ["p2"])];
    const one = scorePayouts(twoCharges(), suggested);
    expect([untouchedShare(one), allProposedShare(one), decisionsLeft(one)]).toEqual([0, 1, 1]);
    const none = scorePayouts(twoCharges(), suggested.slice(0, 1));
    expect([untouchedShare(none), allProposedShare(none), decisionsLeft(none)]).toEqual([0, 0, 1]);
  });

  test("equal amounts exchanged inside one payout are wrong by pair, and right in the books", () => {
    const crossed = [proposal(["l1"], ["p2"], AUTO), proposal(["l2"], ["p1"], AUTO)];
    const score = scorePayouts(twoCharges(), crossed);
    expect([untouchedShare(score), wrongShare(score), wrongShareInBooks(score)]).toEqual([1, 1, 0]);
  });

  test("another customer's money that adds up is posted, and wrong in the books", () => {
    const dataset = twoCharges();
    const other = { id: "p3", date: day, amount: 1000, currency: "USD" };
    const { paymentFacts } = dataset.truth;
    paymentFacts.set("p3", { customer: 3, showsCustomer: true, references: [] });
    const linked = scorePayouts({ ...dataset, payments: [...dataset.payments, other] }, [
      proposal(["l1"], ["p1"], AUTO),
      proposal(["l2"], ["p3"], AUTO),
    ]);
    expect(linked).toMatchObject({ untouched: 1, wrong: 1, wrongInBooks: 1 });
    paymentFacts.set("p3", { customer: 2, showsCustomer: true, references: [] });
    const same = scorePayouts({ ...dataset, payments: [...dataset.payments, other] }, [
      proposal(["l1"], ["p1"], AUTO),
      proposal(["l2"], ["p3"], AUTO),
    ]);
    expect(same).toMatchObject({ untouched: 1, wrongInBooks: 0 });
  });

  test("wrong links that do not add up are stopped by the sum", () => {
    const dataset = booked(twoCharges(), "p2", 1000);
    const other = { id: "p3", date: day, amount: 900, currency: "USD" };
    const withOther = { ...dataset, payments: [...dataset.payments, other] };
    const score = scorePayouts(withOther, [
      proposal(["l1"], ["p1"], AUTO),
      proposal(["l2"], ["p3"], AUTO),
    ]);
    expect(untouchedShare(score)).toBe(0);
  });

  test("interchangeable rows count as each other", () => {
    const rows = ["1", "2"].map((n) => ({ id: `l${n}`, date: day, amount: 500, customer: 1 }));
    const payments = rows.map((row) => ({ ...row, id: row.id.replace("l", "p") }));
    const twins = books(rows, payments, [pair("l1", "p1"), pair("l2", "p2")]);
    const crossed = [proposal(["l1"], ["p2"], AUTO), proposal(["l2"], ["p1"], AUTO)];
    expect(scorePayouts(twins, crossed)).toMatchObject({ untouched: 1, wrong: 0, wrongInBooks: 0 });
  });

  test("movements of unknown kind need a person", () => {
    const dataset = twoCharges();
    const unknown: LineInput = { id: "l3", type: "topup", date: day, amount: 100 };
    const deposits = dataset.deposits.map((deposit) => {
      return { ...deposit, amount: 2100, lines: [...(deposit.lines ?? []), unknown] };
    });
    const proposals = [proposal(["l1"], ["p1"], AUTO), proposal(["l2"], ["p2"], AUTO)];
    const score = scorePayouts({ ...dataset, deposits }, proposals);
    expect([score.postable, score.untouched]).toEqual([1, 0]);
  });

  test("payouts whose proposals add up are judged by their joint probability", () => {
    const both = [
      proposal(["l1"], ["p1"], { ...AUTO, probability: 0.9 }),
      proposal(["l2"], ["p2"], { probability: 0.5 }),
    ];
    expect(scorePayouts(twoCharges(), both).judged).toEqual([{ probability: 0.45, right: true }]);
    expect(scorePayouts(twoCharges(), both.slice(1)).judged).toEqual([]);
  });

  test("counts of several data sets add up", () => {
    const score = scorePayouts(twoCharges(), [proposal(["l1"], ["p1"], AUTO)]);
    expect(addPayoutScores([score, score])).toMatchObject({
      payouts: 2,
      postable: 2,
      decisions: 2,
    });
    expect(untouchedShare(addPayoutScores([]))).toBe(0);
  });
});
