import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addUp, matchByLines } from "@/lib/payment-split/match-by-lines";
import type { PickedLines, PickedPayment, Tie } from "@/lib/payment-split/types";
import { matchByHand, type SettlementLine, settle } from "@/lib/settlement";

interface Line {
  id: number;
  gross: number;
  fee?: number;
  customer?: string;
  kind?: SettlementLine["kind"];
}

function picked(lines: Line[], payments: PickedPayment[], ties: Tie[] = []): PickedLines {
  const all = lines.map(({ id, gross, fee = 0, kind = "charge" }) => ({
    ...{ id, kind, gross, fee },
    description: "",
    net: gross - fee,
  }));
  return {
    deposit: { amount: all.reduce((sum, { net }) => sum + net, 0), lines: all },
    customers: new Map(lines.map(({ id, customer = "" }) => [id, customer])),
    decided: [],
    payments,
    ties,
  };
}

function payment(id: string, amount: number, customer = ""): PickedPayment {
  return { id, amount, customer };
}

/** "1=a 2,3=b": lines and their payments. */
function shown({ matches }: ReturnType<typeof matchByLines>): string {
  return matches
    .map(({ lineIds, paymentIds }) => `${lineIds.join()}=${paymentIds.join()}`)
    .sort()
    .join(" ");
}

const book = (amount: number) => ({
  ...{ kind: "account" as const, amount, accountId: "9" },
  description: "",
});

describe("matchByLines", () => {
  test("amounts that occur once are pairs", () => {
    const lines = [
      { id: 1, gross: 100_00, fee: 3_20 },
      { id: 2, gross: 50_00, fee: 1_75 },
    ];
    const made = matchByLines(picked(lines, [payment("b", 50_00), payment("a", 100_00)]));
    expect(shown(made)).toBe("1=a 2=b");
  });

  test("equal amounts are paired by customer, and what nothing tells apart is one match", () => {
    const lines = [
      { id: 1, gross: 64_50, customer: "Renée Stavros" },
      { id: 2, gross: 64_50, customer: "Ida Fox" },
      { id: 3, gross: 20_00 },
      { id: 4, gross: 20_00 },
    ];
    const payments = [
      payment("i", 64_50, "Fox, Ida"),
      payment("r", 64_50, "Renee Stavros"),
      payment("x", 20_00),
      payment("y", 20_00),
    ];
    expect(shown(matchByLines(picked(lines, payments)))).toBe("1=r 2=i 3,4=x,y");
  });

  test("the last of equal amounts needs no name", () => {
    const lines = [
      { id: 1, gross: 64_50, customer: "Ida Fox" },
      { id: 2, gross: 64_50 },
    ];
    const payments = [payment("i", 64_50, "Ida Fox"), payment("s", 64_50, "S. Rosenthal")];
    expect(shown(matchByLines(picked(lines, payments)))).toBe("1=i 2=s");
  });

  test("payments net of fees are pairs too, all of them or some", () => {
    const lines = [
      { id: 1, gross: 100_00, fee: 3_20 },
      { id: 2, gross: 50_00, fee: 1_75 },
    ];
    const net = picked(lines, [payment("a", 96_80), payment("b", 48_25)]);
    expect(shown(matchByLines(net))).toBe("1=a 2=b");
    const mixed = picked(lines, [payment("a", 100_00), payment("b", 48_25)]);
    const made = matchByLines(mixed);
    expect(shown(made)).toBe("1=a 2=b");
    expect(addUp(mixed, made.matches).closes).toBe(true);
  });

  test("a sum of several charges stays one match beside the pairs", () => {
    const lines = [
      { id: 1, gross: 100_00 },
      { id: 2, gross: 30_00 },
      { id: 3, gross: 12_34 },
    ];
    const made = matchByLines(picked(lines, [payment("day", 42_34), payment("a", 100_00)]));
    expect(shown(made)).toBe("1=a 2,3=day");
  });

  test("the user's own pairs come first, and may join several lines and payments", () => {
    const lines = [
      { id: 1, gross: 64_50 },
      { id: 2, gross: 64_50 },
      { id: 3, gross: 30_00 },
      { id: 4, gross: 12_00 },
    ];
    const payments = [
      payment("x", 64_50),
      payment("y", 64_50),
      payment("p", 20_00),
      payment("q", 22_00),
    ];
    const ties = [
      { lineId: 1, paymentId: "y" },
      { lineId: 3, paymentId: "p" },
      { lineId: 3, paymentId: "q" },
      { lineId: 4, paymentId: "q" },
    ];
    expect(shown(matchByLines(picked(lines, payments, ties)))).toBe("1=y 2=x 3,4=p,q");
  });

  test("a refund that has no receipt is left to be booked", () => {
    const lines: Line[] = [
      { id: 1, gross: 100_00 },
      { id: 2, gross: -20_00, kind: "refund" },
      { id: 3, gross: -5_00, kind: "refund" },
    ];
    const chosen = picked(lines, [payment("a", 100_00), payment("r", -20_00)]);
    const made = matchByLines(chosen);
    expect(shown(made)).toBe("1=a 2=r");
    expect(addUp(chosen, made.matches).unbooked.map(({ lineId }) => lineId)).toEqual([3]);
  });

  test("a difference is booked with the line that it comes from", () => {
    const lines = [
      { id: 1, gross: 100_00, fee: 3_20 },
      { id: 2, gross: 500_00, fee: 14_80 },
    ];
    const chosen = picked(
      lines,
      [payment("a", 100_00), payment("b", 300_00)],
      [{ lineId: 2, paymentId: "b" }],
    );
    const { matches, difference } = matchByLines(chosen, book);
    expect(difference).toBe(200_00);
    const booked = matches.find(({ adjustments }) => adjustments.length > 0);
    expect(booked?.lineIds).toEqual([2]);
    expect(addUp(chosen, matches).closes).toBe(true);
  });

  test("a charge without a payment is in one match with the others, as its difference is", () => {
    const lines = [
      { id: 1, gross: 100_00 },
      { id: 2, gross: 219_72 },
    ];
    const made = matchByLines(picked(lines, [payment("a", 100_00)]), book);
    expect(shown(made)).toBe("1,2=a");
    expect(made.difference).toBe(219_72);
  });

  test("a deposit without lines is matched as a whole", () => {
    const whole = { ...picked([], [payment("a", 96_80)]), deposit: { amount: 96_80, lines: [] } };
    expect(shown(matchByLines(whole))).toBe("=a");
  });

  test("pairs never change what a closing sum consists of, and never open it", () => {
    const amount = fc.constantFrom(10_00, 20_00, 19_40, 9_70, 30_00, 29_10);
    const customer = fc.constantFrom("", "Ida Fox", "Ada Lovelace");
    const line = fc.record({ gross: amount, fee: fc.constantFrom(0, 30, 60, 90), customer });
    const refund = fc.constantFrom(-5_00, -10_00);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.array(refund, { maxLength: 2 }),
        fc.array(fc.record({ amount: fc.oneof(amount, refund), customer }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.boolean(),
        (charges, refunds, payments, accept) => {
          const lines: Line[] = [
            ...charges.map((each, index) => ({ ...each, id: index + 1 })),
            ...refunds.map((gross, index) => ({ id: 100 + index, gross, kind: "refund" as const })),
          ];
          const chosen = picked(
            lines,
            payments.map((each, index) => ({ ...each, id: String(index) })),
          );
          const { deposit } = chosen;
          const alone = settle(deposit, [
            matchByHand(
              deposit.lines,
              payments.map((each) => each.amount),
            ),
          ]);
          const made = matchByLines(chosen, accept ? book : undefined);
          const used = made.matches.flatMap(({ paymentIds }) => paymentIds);
          expect([...used].sort()).toEqual(payments.map((_, index) => String(index)).sort());
          const explained = made.matches.flatMap(({ lineIds }) => lineIds);
          expect(new Set(explained).size).toBe(explained.length);
          const sum = addUp(chosen, made.matches);
          if (alone.closes) expect(sum).toEqual({ ...alone, entries: sum.entries });
          else expect([alone.difference, 0]).toContain(made.difference);
          expect(sum.payments + sum.fees + sum.refunds + sum.other + sum.difference).toBe(
            deposit.amount,
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
