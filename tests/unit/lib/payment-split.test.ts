import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isComplete, splitPayments } from "@/lib/payment-split/split";
import type { SplitDeposit, SplitPayment } from "@/lib/payment-split/types";
import type { SettlementLine } from "@/lib/settlement";

function line(
  id: number,
  gross: number,
  fee = 0,
  kind: SettlementLine["kind"] = "charge",
): SettlementLine {
  return { id, kind, description: "", gross, fee, net: gross - fee };
}

function deposit(id: number, ...lines: SettlementLine[]): SplitDeposit {
  return { id, settlement: { amount: lines.reduce((sum, { net }) => sum + net, 0), lines } };
}

function payment(id: string, amount: number, twins = id): SplitPayment {
  return { id, amount, twins };
}

function parts(deposits: SplitDeposit[], payments: SplitPayment[]) {
  const split = splitPayments(deposits, payments);
  return split.kind === "none" ? "none" : { kind: split.kind, ...Object.fromEntries(split.placed) };
}

describe("splitPayments", () => {
  const first = deposit(1, line(11, 100_00, 3_20), line(12, 50_00, 1_75));
  const second = deposit(2, line(21, 70_00, 2_33));

  test("payments go to lines of their amount", () => {
    const picked = [payment("c", 70_00), payment("a", 100_00), payment("b", 50_00)];
    expect(parts([first, second], picked)).toEqual({ kind: "one", a: 1, b: 1, c: 2 });
  });

  test("one deposit may be booked gross and another net of fees", () => {
    const picked = [payment("a", 100_00), payment("b", 50_00), payment("c", 67_67)];
    expect(parts([first, second], picked)).toEqual({ kind: "one", a: 1, b: 1, c: 2 });
  });

  test("lines decide when sums alone are ambiguous", () => {
    const tens = deposit(1, line(11, 10_00), line(12, 20_00));
    const fifteens = deposit(2, line(21, 15_00), line(22, 15_00));
    const picked = [
      payment("a", 10_00),
      payment("b", 20_00),
      payment("c", 15_00),
      payment("d", 15_00),
    ];
    expect(parts([tens, fifteens], picked)).toEqual({ kind: "one", a: 1, b: 1, c: 2, d: 2 });
  });

  test("charges booked as one payment are found by their sum", () => {
    const picked = [payment("day", 150_00), payment("c", 70_00)];
    expect(parts([first, second], picked)).toEqual({ kind: "one", day: 1, c: 2 });
  });

  test("a refund receipt goes to the deposit that has the refund", () => {
    const refunded = deposit(2, line(21, 70_00), line(22, -20_00, 0, "refund"));
    const picked = [payment("a", 150_00), payment("b", 70_00), payment("r", -20_00)];
    expect(parts([first, refunded], picked)).toEqual({ kind: "one", a: 1, b: 2, r: 2 });
  });

  test("a deposit without lines is compared by its total", () => {
    const whole: SplitDeposit = { id: 3, settlement: { amount: 96_80, lines: [] } };
    expect(parts([second, whole], [payment("a", 96_80), payment("b", 70_00)])).toEqual({
      kind: "one",
      a: 3,
      b: 2,
    });
  });

  test("equal amounts of different customers are ambiguous; the rest is certain", () => {
    const same = deposit(2, line(21, 50_00));
    const picked = [payment("a", 100_00), payment("b", 50_00), payment("c", 50_00)];
    expect(parts([first, same], picked)).toEqual({ kind: "several", a: 1 });
  });

  test("identical payments are not ambiguous", () => {
    const same = deposit(2, line(21, 50_00));
    const picked = [payment("a", 100_00), payment("b", 50_00, "t"), payment("c", 50_00, "t")];
    expect(parts([first, same], picked)).toEqual({ kind: "one", a: 1, b: 1, c: 2 });
  });

  test("two ways to the same sums are ambiguous", () => {
    const [a, b] = [deposit(1, line(11, 30_00)), deposit(2, line(21, 30_00))];
    const picked = [10_00, 20_00, 5_00, 25_00].map((amount) => payment(String(amount), amount));
    expect(parts([a, b], picked)).toEqual({ kind: "several" });
  });

  test.each([
    ["a payment too many", [100_00, 50_00, 70_00, 1]],
    ["a payment missing", [100_00, 70_00]],
    ["a cent off", [100_01, 50_00, 69_99]],
    ["all in one deposit", [220_00]],
  ])("none with %s", (_why, amounts) => {
    const picked = amounts.map((amount, index) => payment(String(index), amount));
    expect(parts([first, second], picked)).toBe("none");
  });

  test("a deposit without a payment is not a split", () => {
    const nothing = deposit(9, line(91, 0));
    expect(parts([first, nothing], [payment("a", 150_00)])).toBe("none");
  });

  test("an unfinished search is ambiguous, not impossible", () => {
    const even = Array.from({ length: 60 }, (_, index) => 1_000_002 + index * 7_918);
    const total = even.reduce((sum, amount) => sum + amount, 0);
    const deposits = [deposit(1, line(11, 20_000_001)), deposit(2, line(21, total - 20_000_001))];
    const picked = even.map((amount, index) => payment(String(index), amount));
    expect(parts(deposits, picked)).toEqual({ kind: "several" });
  });

  test("any answer uses every payment once and closes every deposit", () => {
    const charge = fc.record({
      gross: fc.integer({ min: 1, max: 60 }),
      fee: fc.integer({ min: 0, max: 3 }),
    });
    const books = fc.array(fc.array(charge, { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(books, fc.boolean(), (drawn, net) => {
        const deposits = drawn.map((lines, index) =>
          deposit(index + 1, ...lines.map(({ gross, fee }, at) => line(at, gross, fee))),
        );
        const picked = deposits.flatMap(({ id, settlement }) =>
          settlement.lines.map((each) => payment(`${id} ${each.id}`, net ? each.net : each.gross)),
        );
        const split = splitPayments(deposits, picked);
        // The lines themselves are one way, so there is at least that one.
        expect(split.kind).not.toBe("none");
        if (split.kind !== "one") return;
        expect([...split.placed.keys()].sort()).toEqual(picked.map(({ id }) => id).sort());
        expect(isComplete(deposits, picked, split.placed)).toBe(true);
      }),
    );
  });
});
