import { expect, test } from "vitest";
import { depositNote, isDepositNote } from "@/server/deposits/deposit-note";

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
