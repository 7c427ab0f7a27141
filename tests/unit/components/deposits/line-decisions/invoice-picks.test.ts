import { expect, test } from "vitest";
import {
  leftOf,
  pickProblem,
  picksProblem,
  proposedPicks,
  readAmount,
  toggled,
  toWirePicks,
  withAmount,
} from "@/components/deposits/line-decisions/invoice-picks";
import type { OpenInvoice } from "@/lib/contracts/open-invoices";

const CHARGE = { amount: 22_000, currency: "USD" };
const NONE = new Map();

function invoice(Id: string, balance: string, customer = "Blue Harbor"): OpenInvoice {
  return {
    ...{ Id, number: `INV-${Id}`, balance, total: balance, customer },
    ...{ date: "2026-11-01", due_date: null, currency: "USD" },
  };
}

test("an invoice takes what the charge still has, and no more than is open", () => {
  const first = toggled(NONE, invoice("1", "200.00"), CHARGE);
  const both = toggled(first, invoice("2", "90.00"), CHARGE);
  expect(toWirePicks(both, "USD")).toEqual([
    { Id: "1", amount: "200.00" },
    { Id: "2", amount: "20.00" },
  ]);
  expect(leftOf(both, CHARGE)).toBe(0);
  expect(picksProblem(both, CHARGE, false)).toBeUndefined();
});

test("an invoice that is chosen again is left out", () => {
  const once = toggled(NONE, invoice("1", "200.00"), CHARGE);
  expect(toggled(once, invoice("1", "200.00"), CHARGE).size).toBe(0);
});

test("what is over asks whether it stays as a credit", () => {
  const picks = toggled(NONE, invoice("1", "200.00"), CHARGE);
  expect(leftOf(picks, CHARGE)).toBe(2_000);
  expect(picksProblem(picks, CHARGE, false)).toBe("Choose what to do with the remaining 20.00.");
  expect(picksProblem(picks, CHARGE, true)).toBeUndefined();
});

test("more than the charge is refused in words", () => {
  let picks = toggled(NONE, invoice("1", "200.00"), CHARGE);
  picks = toggled(picks, invoice("2", "90.00"), CHARGE);
  picks = withAmount(picks, "2", "25.00");
  expect(picksProblem(picks, CHARGE, false)).toBe("That is 5.00 more than the charge.");
});

test("more than is open, and what is no amount, are named at their invoice", () => {
  const picks = toggled(NONE, invoice("1", "200.00"), CHARGE);
  const more = withAmount(picks, "1", "200.01").get("1");
  expect(more && pickProblem(more, "USD")).toBe("Only 200.00 is open.");
  for (const typed of ["", "abc", "0", "-5.00", "1.234"]) {
    const wrong = withAmount(picks, "1", typed);
    const pick = wrong.get("1");
    expect(pick && pickProblem(pick, "USD"), typed).toBe("Type an amount such as 12.50.");
    expect(picksProblem(wrong, CHARGE, true)).toBe("Check the amount for invoice INV-1.");
  }
});

test("invoices of two customers need two payments", () => {
  let picks = toggled(NONE, invoice("1", "20.00"), CHARGE);
  picks = toggled(picks, invoice("2", "20.00", "Driftwood Coffee"), CHARGE);
  expect(picksProblem(picks, CHARGE, true)).toBe(
    "One payment can only pay invoices of one customer.",
  );
});

test("nothing chosen is a problem, and a proposal is chosen from the start", () => {
  expect(picksProblem(NONE, CHARGE, true)).toBe("Choose an invoice.");
  const picks = proposedPicks([{ ...invoice("1", "200.00"), amount: "120.00" }]);
  expect(toWirePicks(picks, "USD")).toEqual([{ Id: "1", amount: "120.00" }]);
  expect(picks.get("1")?.invoice).toEqual(invoice("1", "200.00"));
});

test("amounts are read as bookkeepers type them, in the currency's own units", () => {
  expect(readAmount("1,234.5", "USD")).toBe(123_450);
  expect(readAmount("500", "JPY")).toBe(500);
  expect(readAmount("0.001", "USD")).toBeNull();
});
