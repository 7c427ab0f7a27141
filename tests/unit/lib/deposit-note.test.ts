import { expect, test } from "vitest";
import { depositNote, isDepositNote, isOwnNote } from "@/lib/deposit-note";

const isOurs = (note: string) => isDepositNote(note, "Stripe", "po_1");

test("a Deposit's memo is ours with the trace ID and without it, which comes days after the payout", () => {
  const traced = depositNote("Stripe", "po_1", "TRACE0123456789A");
  expect(traced).toBe("Stripe payout po_1 · trace TRACE0123456789A · Deposit Matcher");
  expect([isOurs(traced), isOurs(depositNote("Stripe", "po_1"))]).toEqual([true, true]);
});

test("of another payout, or by a person, it is not", () => {
  for (const note of [depositNote("Stripe", "po_10"), "Stripe payout po_1", "po_1 by hand", ""]) {
    expect(isOurs(note), note).toBe(false);
  }
});

test("any of our memos is told from other people's", () => {
  expect(isOwnNote(depositNote("Square", "7 of 14 March"))).toBe(true);
  for (const note of ["", "Deposit Matcher", "PayPal payout 1 · Deposit Matcher, checked"]) {
    expect(isOwnNote(note), note).toBe(false);
  }
});
