import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sumMinor } from "@/lib/money";
import type { Withdrawal } from "@/server/providers/paypal/withdrawals";
import { Account, partsOf } from "./account";

const sumOf = ({ parts }: Withdrawal) => sumMinor(parts.map(({ net }) => net));

describe("a withdrawal", () => {
  it("takes what moved the balance since the one before, and adds up to what the bank receives", () => {
    const account = new Account();
    account.sale(10_000, 300);
    account.add({ kind: "T1107", amount: -2000, fee: 60, reference: "P1" });
    account.add({ kind: "T2107", amount: -500 });
    account.withdraw(7260);
    account.add({ kind: "T2108", amount: 500 });
    account.sale(1000);
    account.withdraw(1500);
    const [first, second] = account.withdrawals();
    expect(first && partsOf(first)).toEqual([
      ["whole", "P1", 9700],
      ["whole", "P2", -1940],
      ["whole", "P3", -500],
    ]);
    expect(second && partsOf(second)).toEqual([
      ["whole", "P5", 500],
      ["whole", "P6", 1000],
    ]);
    expect(first?.parts[1]).toMatchObject({ gross: -2000, fee: -60 });
  });

  it("begins with the balance that was there before", () => {
    const account = new Account(2500);
    account.sale(1000);
    account.withdraw(3500);
    expect(account.withdrawals().map(partsOf)).toEqual([
      [
        ["opening", "", 2500],
        ["whole", "P1", 1000],
      ],
    ]);
  });

  it("takes what came first, and carries the part of a payment that stays to the next", () => {
    const account = new Account();
    account.sale(10_000, 300);
    account.sale(5000, 150);
    account.withdraw(12_000);
    account.sale(200);
    account.withdraw(2750);
    expect(account.withdrawals().map(partsOf)).toEqual([
      [
        ["whole", "P1", 9700],
        ["whole", "P2", 4850],
        ["kept", "P2", -2550],
      ],
      [
        ["rest", "P2", 2550],
        ["whole", "P4", 200],
      ],
    ]);
  });

  it("splits what is no payment, and a payment over more than two withdrawals", () => {
    const account = new Account();
    account.add({ kind: "T1105", amount: 900 });
    account.withdraw(400);
    account.sale(9000);
    account.withdraw(1500);
    account.withdraw(3000);
    account.withdraw(5000);
    expect(account.withdrawals().map(partsOf)).toEqual([
      [["part", "P1", 400]],
      [
        ["part", "P1", 500],
        ["whole", "P3", 9000],
        ["kept", "P3", -8000],
      ],
      [["rest", "P3", 3000]],
      [["rest", "P3", 5000]],
    ]);
  });

  it.each([
    ["on the withdrawal", (account: Account) => account.withdraw(9850, { fee: -150 })],
    [
      "as a row of its own that refers to it",
      (account: Account) => {
        account.withdraw(9850, { providerId: "W" });
        account.add({ kind: "T0100", amount: -150, reference: "W" });
      },
    ],
  ])("pays the fee of an instant one: %s", (_, withdraw) => {
    const account = new Account();
    account.sale(10_000);
    withdraw(account);
    account.sale(500);
    account.withdraw(500);
    const [first, second] = account.withdrawals();
    expect(first).toMatchObject({ amount: 9850 });
    expect(first && partsOf(first).map(([is, , net]) => [is, net])).toEqual([
      ["whole", 10_000],
      ["fee", -150],
    ]);
    expect(second && partsOf(second)).toEqual([["whole", account.rows.at(-2)?.providerId, 500]]);
  });

  it("that the bank returned leaves with the next one, line by line", () => {
    const account = new Account();
    account.sale(1000, 30);
    account.sale(2000, 60);
    account.withdraw(2910, { providerId: "W1", status: "V" });
    account.sale(100);
    const back = account.add({ kind: "T1101", amount: 2910, reference: "W1" });
    account.withdraw(3010);
    const [returned, next] = account.withdrawals();
    expect(returned?.returnedBy).toBe(back);
    expect(next && partsOf(next)).toEqual([
      ["whole", "P1", 970],
      ["whole", "P2", 1940],
      ["whole", "P4", 100],
    ]);
    expect(next?.parts.map(({ firstPaidIn }) => firstPaidIn)).toEqual(["W1", "W1", undefined]);
  });

  it("that leaves less than nothing is made up for by the next one", () => {
    const account = new Account();
    account.sale(1000);
    account.withdraw(1200);
    account.sale(700);
    account.withdraw(500);
    expect(account.withdrawals().map((each) => [each.amount, sumOf(each)])).toEqual([
      [1200, 1200],
      [500, 500],
    ]);
  });
});

describe("currencies", () => {
  const moment = { happenedAt: new Date("2026-11-03T10:00:00Z") };

  it("a payment converted at once is income where it arrives, and leaves no trace where it came from", () => {
    const account = new Account();
    account.balances.set("EUR", 0);
    const sale = account.sale(10_000, 390, { currency: "EUR", providerId: "S", ...moment });
    account.add({ kind: "T0200", amount: -9610, currency: "EUR", reference: "S", ...moment });
    const into = account.add({
      kind: "T0200",
      amount: 8200,
      currency: "USD",
      reference: "S",
      ...moment,
    });
    account.withdraw(8200, { happenedAt: new Date("2026-11-04T10:00:00Z") });
    account.sale(500, 0, { currency: "EUR", happenedAt: new Date("2026-11-05T10:00:00Z") });
    account.withdraw(500, { currency: "EUR", happenedAt: new Date("2026-11-06T10:00:00Z") });
    const [dollars] = account.withdrawals("USD");
    expect(dollars?.parts).toMatchObject([{ row: into, converted: sale, net: 8200 }]);
    const [euros] = account.withdrawals("EUR");
    expect(euros && partsOf(euros)).toEqual([["whole", "P5", 500]]);
  });

  it("a conversion by hand leaves one balance and enters the other", () => {
    const account = new Account();
    account.balances.set("EUR", 0);
    account.sale(10_000, 0, { currency: "EUR" });
    account.add({ kind: "T0201", amount: -10_000, currency: "EUR" });
    account.add({ kind: "T0201", amount: 8500, currency: "USD" });
    account.withdraw(8500);
    const [dollars] = account.withdrawals("USD");
    expect(dollars && partsOf(dollars)).toEqual([["whole", "P3", 8500]]);
  });
});

it("adds up to the cent whatever happens, and gives every payment away once", () => {
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ is: fc.constant("sale"), of: fc.integer({ min: 100, max: 9000 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ is: fc.constant("refund"), of: fc.integer({ min: 1, max: 900 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ is: fc.constant("hold"), of: fc.integer({ min: 1, max: 500 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ is: fc.constant("withdraw"), of: fc.integer({ min: 1, max: 100 }) }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant("return"), of: fc.constant(0) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 80 }), (steps) => {
      const account = new Account();
      for (const { is, of } of steps) {
        const balance = account.balances.get("USD") ?? 0;
        if (is === "sale") account.sale(of, Math.round(of / 30));
        else if (is === "refund") account.add({ kind: "T1107", amount: -of });
        else if (is === "hold") account.add({ kind: "T2107", amount: -of });
        else if (is === "withdraw" && balance > 100) {
          account.withdraw(of > 70 ? balance : Math.ceil((balance * of) / 100));
        } else if (is === "return") {
          const last = account.rows.findLast(({ kind }) => kind === "T0400");
          const isReturned = account.rows.some(({ reference }) => reference === last?.providerId);
          if (last && !isReturned) {
            account.add({ kind: "T1101", amount: -last.amount, reference: last.providerId });
          }
        }
      }
      account.sale(100_000);
      account.withdraw(account.balances.get("USD") ?? 0);
      const withdrawals = account.withdrawals();
      for (const each of withdrawals) expect(sumOf(each)).toBe(each.amount);
      const stayed = withdrawals.filter(({ returnedBy }) => !returnedBy);
      const whole = stayed.flatMap(({ parts }) => parts.filter(({ is }) => is === "whole"));
      const sales = whole.filter(({ row }) => row?.kind === "T0006").map(({ row }) => row?.key);
      expect(new Set(sales).size).toBe(sales.length);
      expect(sales).toHaveLength(account.rows.filter(({ kind }) => kind === "T0006").length);
    }),
    { numRuns: 300 },
  );
});
