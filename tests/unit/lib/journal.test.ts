import { describe, expect, test } from "vitest";
import { journalTotals, toFoundJournal } from "@/lib/journal";

const payments = [{ amount: 500_00, customer: "Blue Harbor", memo: "Payment 536", number: "" }];
const fees = { account: "Bank Charges", customer: "", class: "", memo: "Fees", amount: -14_80 };
const parts = { memo: "Stripe", amount: 485_20, bank: "Savings", payments, entries: [fees] };

describe("the journal entry of a Deposit that someone else made", () => {
  test("has the bank, the payments, and everything else on its account", () => {
    const journal = toFoundJournal(parts);
    expect(journal?.lines.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
      ["Savings", 485_20, 0],
      ["Undeposited Funds", 0, 500_00],
      ["Bank Charges", 14_80, 0],
    ]);
    expect(journal && journalTotals(journal)).toEqual({ debit: 500_00, credit: 500_00 });
  });

  test("is not shown where it has parts that we don't know", () => {
    expect(toFoundJournal({ ...parts, amount: 500_00 })).toBeNull();
    expect(toFoundJournal({ ...parts, payments: [] })).toBeNull();
  });
});
