import { describe, expect, test } from "vitest";
import { journalTotals, toFoundJournal, toJournal } from "@/lib/journal";

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

test("a payment leaves the account that it was booked to, any other Undeposited Funds", () => {
  const other = { amount: 120_50, customer: "Ann Baker", memo: "Payment 537", number: "" };
  const journal = toJournal({
    ...{ memo: "Stripe", amount: 620_50, bank: "Savings", category: null, clearing: null },
    payments: [...payments, { ...other, account: "Stripe Clearing" }],
    ...{ entries: [], accountNames: new Map() },
  });
  expect(journal.lines.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ["Savings", 620_50, 0],
    ["Undeposited Funds", 0, 500_00],
    ["Stripe Clearing", 0, 120_50],
  ]);
});
