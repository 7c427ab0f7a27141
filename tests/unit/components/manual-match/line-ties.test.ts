import { describe, expect, test } from "vitest";
import { chosenFits } from "@/components/manual-match/likely-payments";
import {
  isPaid,
  type LineView,
  linesByPayment,
  nextOpen,
  proposedTies,
  type Ties,
  tie,
  toPairs,
  untie,
  withoutMissing,
} from "@/components/manual-match/line-ties";
import { nextAfter } from "@/components/manual-match/next-deposit";
import { fromDeposit, fromPayment } from "@/components/manual-match/transactions";
import { sampleDeposit, sampleMatch, samplePayment } from "../samples";

function line(id: number, gross: number, part: Partial<LineView> = {}): LineView {
  const facts = { date: "2026-03-05", customer: "", description: "", decided: false };
  return { ...facts, id, gross, net: gross, ...part };
}

function payment(Id: string, TotalAmt: string) {
  return fromPayment(samplePayment({ Id, TotalAmt }));
}

const payments = [
  payment("a", "64.50"),
  payment("b", "64.50"),
  payment("p", "300.00"),
  payment("q", "200.00"),
  payment("r", "250.00"),
];
const of = (id: string) => payments.find((each) => each.id === id) ?? payment(id, "0.00");
const ties = (entries: Record<number, string[]>): Ties =>
  new Map(Object.entries(entries).map(([id, ids]) => [Number(id), ids]));

const paid = {
  ...{ TxnDate: "2026-03-05", TotalAmt: "64.50", kind: "Payment", number: "" },
  ...{ quickbooks_url: "", planned: false },
};

describe("choosing payments for lines", () => {
  test("what is proposed is chosen; what is decided is not touched", () => {
    const matches = [
      sampleMatch({ line_ids: [1, 2], payments: [{ Id: "day", CustomerName: "", ...paid }] }),
      sampleMatch({
        state: "accepted",
        line_ids: [3],
        payments: [{ Id: "x", CustomerName: "", ...paid }],
      }),
    ];
    expect(toPairs(proposedTies({ matches, earlier_choices: [] }))).toEqual([
      { lineId: 1, paymentId: "day" },
      { lineId: 2, paymentId: "day" },
    ]);
  });

  test("what was chosen before the match was undone fills the lines without a proposal", () => {
    const matches = [
      sampleMatch({ line_ids: [1], payments: [{ Id: "day", CustomerName: "", ...paid }] }),
    ];
    const earlier_choices = [
      { line_ids: [2], payment_ids: ["late"] },
      { line_ids: [2], payment_ids: ["before that"] },
      { line_ids: [1], payment_ids: ["other"] },
      { line_ids: [3], payment_ids: ["day"] },
    ];
    expect(toPairs(proposedTies({ matches, earlier_choices }))).toEqual([
      { lineId: 1, paymentId: "day" },
      { lineId: 2, paymentId: "late" },
    ]);
  });

  test("a second payment joins where there is room, and takes the place where there is none", () => {
    const whole = line(1, 500_00);
    const part = tie(new Map(), whole, of("p"), payments);
    expect(tie(part, whole, of("q"), payments).get(1)).toEqual(["p", "q"]);
    expect(tie(part, whole, of("r"), payments).get(1)).toEqual(["r"]);
    const single = line(2, 64_50);
    expect(tie(ties({ 2: ["a"] }), single, of("b"), payments).get(2)).toEqual(["b"]);
  });

  test("a line is paid by its gross amount or net of the fee", () => {
    const fee = line(1, 67_00, { net: 64_50 });
    expect(isPaid(fee, ties({ 1: ["a"] }), payments)).toBe(true);
    expect(isPaid(fee, ties({ 1: ["q"] }), payments)).toBe(false);
    expect(isPaid(fee, new Map(), payments)).toBe(false);
  });

  test("the next open line comes after the current one, then from the top", () => {
    const lines = [line(1, 1), line(2, 1), line(3, 1, { decided: true }), line(4, 1)];
    expect(nextOpen(lines, ties({ 2: ["a"] }), 2)?.id).toBe(4);
    expect(nextOpen(lines, ties({ 4: ["a"] }), 4)?.id).toBe(1);
    expect(nextOpen(lines, ties({ 1: ["a"], 2: ["b"], 4: ["p"] }), 1)).toBeNull();
  });

  test("a payment is taken from all of its lines, also when it is no longer open", () => {
    const chosen = ties({ 1: ["a"], 2: ["a", "b"] });
    expect(linesByPayment(chosen).get("a")).toEqual([1, 2]);
    expect(toPairs(untie(chosen, "a"))).toEqual([{ lineId: 2, paymentId: "b" }]);
    expect(toPairs(withoutMissing(chosen, [of("b")]))).toEqual([{ lineId: 2, paymentId: "b" }]);
  });
});

test("chosen payments stand around the likely ones, and say for which line", () => {
  const likely = new Map([["b", { score: 40, reasons: ["Same amount"] }]]);
  const fits = chosenFits(
    [
      { id: "a", lines: ["Ida Fox"], isCurrent: true },
      { id: "day", lines: ["Ada", "Mary"], isCurrent: false },
    ],
    likely,
  );
  const order = [...fits].sort(([, x], [, y]) => y.score - x.score);
  expect(order.map(([id, { reasons }]) => [id, ...reasons])).toEqual([
    ["a", "For Ida Fox"],
    ["b", "Same amount"],
    ["day", "For 2 lines"],
  ]);
});

test("after a match the next open deposit is offered", () => {
  const deposits = [3, 2, 1].map((id) => fromDeposit(sampleDeposit({ id })));
  expect(nextAfter(deposits, [3])).toBe(2);
  expect(nextAfter(deposits, [2, 1])).toBe(3);
  expect(nextAfter(deposits, [3, 2, 1])).toBeNull();
});
