import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Account } from "./account";

const idsOf = ({ moves }: ReturnType<Account["balance"]>) =>
  moves.map(({ providerId, kind }) => `${providerId} ${kind}`);

describe("what moved the balance, by the balances themselves", () => {
  it("is proved row by row, from the balance before the first one", () => {
    const account = new Account(5000);
    account.sale(10_000, 300);
    account.add({ kind: "T1107", amount: -2000 });
    const balance = account.balance();
    expect(balance).toMatchObject({ opening: 5000, proved: 2, gap: null });
  });

  it("orders what PayPal lists in any order within a second", () => {
    const account = new Account();
    const happenedAt = new Date("2026-11-02T10:00:00Z");
    account.sale(1000);
    account.sale(10_000, 300, { happenedAt });
    account.add({ kind: "T0200", amount: -9700, happenedAt });
    account.add({ kind: "T0200", amount: 8100, happenedAt });
    account.sale(500, 0, { happenedAt: new Date("2026-11-02T11:00:00Z") });
    const [first, sale, out, into, last] = account.rows;
    if (!first || !sale || !out || !into || !last) throw new Error("five rows");
    for (const shuffled of [
      [first, into, out, sale, last],
      [into, sale, first, last, out],
    ]) {
      expect(account.balance("USD", shuffled)).toMatchObject({ proved: 5, gap: null });
    }
  });

  it("counts a reversed payment (V), and what is neither pending, denied, authorized nor displayed", () => {
    const account = new Account();
    account.sale(1000, 30, { providerId: "A", status: "V" });
    account.add({ kind: "T1107", amount: -970, reference: "A" });
    account.note({ kind: "T0006", amount: 5000, status: "P", balance: 0 });
    account.note({ kind: "T0006", amount: 700, status: "D", balance: 0 });
    account.note({ kind: "T1300", amount: 800, balance: 0 });
    account.note({ kind: "T9800", amount: 970, providerId: "A", balance: 0 });
    account.sale(200);
    const balance = account.balance();
    expect(balance).toMatchObject({ opening: 0, proved: 3, gap: null });
    expect(balance.moves.map(({ amount }) => amount)).toEqual([1000, -970, 200]);
  });

  it("tells a row that is displayed as done from the one with its id that moved the balance", () => {
    const account = new Account();
    account.sale(1000);
    account.note({ kind: "T1105", amount: 400, providerId: "H", balance: 1000 });
    account.note({ kind: "T1105", amount: 400, providerId: "H" });
    account.add({ kind: "T2107", amount: -400, providerId: "H" });
    account.sale(50);
    expect(idsOf(account.balance())).toEqual(["P1 T0006", "H T2107", "P5 T0006"]);
  });

  it("places a payment that began days before it took effect", () => {
    const account = new Account();
    const began = new Date("2026-11-02T08:00:00Z");
    account.sale(1000);
    account.sale(2000);
    account.sale(3000, 0, {
      providerId: "ECHECK",
      happenedAt: began,
      changedAt: new Date("2026-11-02T09:03:00Z"),
    });
    account.sale(4000);
    const balance = account.balance();
    expect(balance).toMatchObject({ opening: 0, proved: 4, gap: null });
    expect(idsOf(balance)[2]).toBe("ECHECK T0006");
  });

  it("proves nothing after a row that is missing, and says how much is missing before when", () => {
    const account = new Account();
    account.sale(1000);
    const missing = account.sale(2500);
    const next = account.sale(300);
    account.withdraw(3800);
    const rows = account.rows.filter((row) => row !== missing);
    const balance = account.balance("USD", rows);
    expect(balance).toMatchObject({ proved: 1, gap: { at: next.happenedAt, missing: 2500 } });
    expect(account.balance()).toMatchObject({ proved: 4, gap: null });
  });

  it("waits for the next balance after a row without one", () => {
    const account = new Account();
    account.sale(1000);
    account.sale(200, 0, { balance: null });
    expect(account.balance().proved).toBe(1);
    account.sale(300);
    expect(account.balance().proved).toBe(3);
  });

  it("counts what comes before the first balance as moved, and not as there before", () => {
    const account = new Account();
    account.sale(1000, 30, { balance: null });
    account.sale(2000, 60, { balance: null });
    account.sale(500);
    account.withdraw(3410);
    expect(account.balance()).toMatchObject({ opening: 0, proved: 4, gap: null });
    expect(account.withdrawals()).toMatchObject([{ amount: 3410, isProved: true }]);
    const [withdrawal] = account.withdrawals();
    expect(withdrawal?.parts.map(({ is }) => is)).toEqual(["whole", "whole", "whole"]);
  });

  it("proves any history whose seconds are shuffled, and none with a row taken out of it", () => {
    const moves = fc.array(
      fc.record({ net: fc.integer({ min: -900, max: 1000 }).filter(Boolean), second: fc.nat(2) }),
      { minLength: 5, maxLength: 60 },
    );
    fc.assert(
      fc.property(moves, fc.infiniteStream(fc.nat(1000)), fc.nat(), (given, order, taken) => {
        const account = new Account(123_457);
        let at = Date.UTC(2026, 10, 2);
        for (const [index, { net, second }] of given.entries()) {
          at += second * 1000;
          // Distinct steps: equal and opposite amounts would be no evidence.
          account.add({ kind: "T0006", amount: net * 1009 + index, happenedAt: new Date(at) });
        }
        const keys = new Map(account.rows.map((row) => [row, order.next().value]));
        const shuffled = account.rows.toSorted(
          (a, b) =>
            a.happenedAt.getTime() - b.happenedAt.getTime() ||
            (keys.get(a) ?? 0) - (keys.get(b) ?? 0),
        );
        const whole = account.balance("USD", shuffled);
        const missing = account.rows[1 + (taken % (given.length - 2))];
        const without = shuffled.filter((row) => row !== missing);
        const broken = account.balance("USD", without);
        expect(whole).toMatchObject({ opening: 123_457, proved: given.length, gap: null });
        expect(broken.proved).toBeLessThan(given.length - 1);
      }),
      { numRuns: 200 },
    );
  });
});
