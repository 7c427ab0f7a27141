import { describe, expect, test } from "vitest";
import { depositsHolding } from "@/server/posting/created-records";
import type { LedgerDepositEntry } from "@/server/providers/ledger";

const line = (amount: number, accountId = "48"): LedgerDepositEntry => ({
  ...{ amount, accountId, accountName: "", customerName: "", className: "", description: "" },
});
const payment = (id: number, amount: number, bookedTo = "48") => ({ id, amount, bookedTo });
const held = (lines: LedgerDepositEntry[], payments: ReturnType<typeof payment>[]) =>
  depositsHolding({ entries: lines }, payments).map(({ id }) => id);

describe("payments that a Deposit takes out of another account than Undeposited Funds", () => {
  test("have a line each, beside others on the same account", () => {
    expect(
      held([line(5_000), line(700), line(-300)], [payment(1, 5_000), payment(2, 700)]),
    ).toEqual([1, 2]);
  });

  test("have a line each: one line takes out one of two equal payments", () => {
    expect(held([line(5_000), line(-300)], [payment(1, 5_000), payment(2, 5_000)])).toEqual([1]);
  });

  test("are taken out together by one line of their sum, refunds too", () => {
    expect(held([line(5_500)], [payment(1, 5_000), payment(2, 700), payment(3, -200)])).toEqual([
      1, 2, 3,
    ]);
  });

  test("are not taken out by lines on other accounts, or by none", () => {
    expect(held([line(5_000, "49")], [payment(1, 5_000)])).toEqual([]);
    expect(held([], [payment(1, 5_000), payment(2, -5_000)])).toEqual([]);
  });

  test("are looked at account by account", () => {
    expect(
      held([line(5_000), line(700, "49")], [payment(1, 5_000), payment(2, 600, "49")]),
    ).toEqual([1]);
  });
});
