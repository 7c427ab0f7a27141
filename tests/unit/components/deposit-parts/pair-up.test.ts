import { describe, expect, test } from "vitest";
import { pairUp } from "@/components/deposit-parts/pair-up";

const line = (
  id: number,
  amount: string,
  entity: string,
  more: { net?: string; date?: string } = {},
) => ({
  ...{ id, amount, entity, net: amount, date: "2026-11-01" },
  ...more,
});
const payment = (Id: string, TotalAmt: string, CustomerName: string, TxnDate = "2026-11-01") => ({
  ...{ Id, TotalAmt, CustomerName, TxnDate },
});

function shown(lines: ReturnType<typeof line>[], payments: ReturnType<typeof payment>[]): string[] {
  return pairUp(lines, payments, "USD").map(
    (pair) =>
      `${pair.lines.map(({ id }) => id).join("+")}=${pair.payments.map(({ Id }) => Id).join("+")}`,
  );
}

describe("what was matched as a group", () => {
  test("is shown in pairs of amount and customer, in the lines' order", () => {
    const lines = [
      line(1, "10.00", "Anna Li"),
      line(2, "10.00", "Bo Ek"),
      line(3, "7.50", "Cy Fox"),
    ];
    const payments = [
      payment("c", "7.50", "Fox, Cy"),
      payment("b", "10.00", "Bo Ek"),
      payment("a", "10.00", "Anna Li"),
    ];
    expect(shown(lines, payments)).toEqual(["1=a", "2=b", "3=c"]);
  });

  test("a payment entered after the fee belongs to its charge too", () => {
    const lines = [line(1, "10.00", "", { net: "9.41" }), line(2, "10.00", "", { net: "9.42" })];
    expect(shown(lines, [payment("b", "9.42", ""), payment("a", "9.41", "")])).toEqual([
      "1=a",
      "2=b",
    ]);
  });

  test("of equal ones without a name the nearest day decides", () => {
    const lines = [
      line(1, "10.00", "", { date: "2026-11-03" }),
      line(2, "10.00", "", { date: "2026-11-09" }),
    ];
    const payments = [
      payment("late", "10.00", "", "2026-11-10"),
      payment("early", "10.00", "", "2026-11-03"),
    ];
    expect(shown(lines, payments)).toEqual(["1=early", "2=late"]);
  });

  test("a customer's own payment is not given to another line that comes first", () => {
    const lines = [line(1, "10.00", ""), line(2, "10.00", "Bo Ek")];
    expect(shown(lines, [payment("b", "10.00", "Bo Ek"), payment("x", "10.00", "")])).toEqual([
      "1=x",
      "2=b",
    ]);
  });

  test("what has no partner stays together at the end, on whichever side it is", () => {
    const lines = [line(1, "10.00", "A B"), line(2, "5.00", "C D"), line(3, "6.00", "E F")];
    expect(shown(lines, [payment("a", "10.00", "A B"), payment("day", "11.00", "")])).toEqual([
      "1=a",
      "2+3=day",
    ]);
    expect(
      shown(lines.slice(0, 2), [
        payment("a", "10.00", ""),
        payment("c", "5.00", ""),
        payment("x", "1.00", ""),
      ]),
    ).toEqual(["1=a", "2=c", "=x"]);
  });

  test("a single line or payment is one set as it is", () => {
    expect(
      shown([line(1, "10.00", "")], [payment("a", "4.00", ""), payment("b", "6.00", "")]),
    ).toEqual(["1=a+b"]);
    expect(shown([], [payment("a", "4.00", ""), payment("b", "6.00", "")])).toEqual(["=a+b"]);
  });
});
