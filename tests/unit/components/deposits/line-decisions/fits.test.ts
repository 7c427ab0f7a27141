import { expect, test } from "vitest";
import { bestFirst, isLikely } from "@/components/deposits/line-decisions/fits";
import type { LineOptions } from "@/lib/contracts/planned-payments";

const candidate = (Id: string, probability: number): LineOptions["candidates"][number] => ({
  payments: [
    {
      ...{ Id, TxnDate: "2026-11-01", TotalAmt: "10.00", CustomerName: "Anna Li" },
      ...{ kind: "Payment", number: Id, quickbooks_url: "", planned: false },
    },
  ],
  ...{ probability, chosen_before: false, evidence: [], against: [] },
});

const proposal = (Id: string, probability: number | null): LineOptions["invoices"][number] => ({
  invoices: [
    {
      ...{ Id, number: Id, date: "2026-11-01", due_date: null, total: "10.00", balance: "10.00" },
      ...{ currency: "USD", customer: "Anna Li", amount: "10.00" },
    },
  ],
  ...{ probability, evidence: [], credit: "0.00" },
});

test("payments and invoices stand in one list, the most probable first", () => {
  const fits = bestFirst({
    candidates: [candidate("7", 0.2), candidate("8", 0.9)],
    invoices: [proposal("21", null), proposal("22", 0.8)],
  });
  expect(fits.map(({ key }) => key)).toEqual([
    "payments 8",
    "invoices 22",
    "payments 7",
    "invoices 21",
  ]);
  expect(fits.map(isLikely)).toEqual([true, true, false, false]);
});

test("what a user had chosen before comes first", () => {
  const before = { ...candidate("7", 0.02), chosen_before: true };
  const fits = bestFirst({
    candidates: [candidate("8", 0.99), before],
    invoices: [proposal("22", 0.8)],
  });
  expect(fits.map(({ key }) => key)).toEqual(["payments 7", "payments 8", "invoices 22"]);
  expect(fits.map(isLikely)).toEqual([true, true, true]);
});
