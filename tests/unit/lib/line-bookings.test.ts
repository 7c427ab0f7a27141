import { describe, expect, test } from "vitest";
import type { BookingKind } from "@/lib/constants/bookings";
import { alwaysText, bookingKind, feeKind, unbookedText, waitingText } from "@/lib/line-bookings";

const part = (kind: BookingKind, amount: number, customer = "Blue Harbor") => ({
  ...{ kind, amount, customer },
  currency: "USD",
  source: "Stripe",
});

describe("the kind of a line", () => {
  test("separates the company's own transfers from movements that nobody knows", () => {
    expect(bookingKind({ kind: "other", providerKind: "topup" })).toBe("transfer");
    expect(bookingKind({ kind: "other", providerKind: "issuing_transaction" })).toBe("other");
    expect(bookingKind({ kind: "other" })).toBe("other");
  });

  test("books PayPal's chargeback fee as the dispute's, its fees of sales as costs, and others as bills", () => {
    const booked = ["T0106", "T0107", "withdrawal_fee", "T0101"].map((providerKind) =>
      bookingKind({ kind: "fee", providerKind }),
    );
    expect(booked).toEqual(["dispute_fee", "fee", "fee", "bill"]);
  });

  test("books a won dispute where the dispute is, and its fee apart", () => {
    expect(bookingKind({ kind: "dispute_reversal" })).toBe("dispute");
    expect(feeKind({ kind: "dispute_reversal" })).toBe("dispute_fee");
    expect(feeKind({ kind: "refund" })).toBe("fee");
  });
});

describe("what waits for an account, in words", () => {
  test.each([
    [part("refund", -45_00), "Refund of 45.00 to Blue Harbor isn't in QuickBooks."],
    [part("dispute", -29_38), "Dispute of 29.38 by Blue Harbor isn't in QuickBooks."],
    [part("dispute", 29_38, ""), "Won dispute of 29.38 isn't in QuickBooks."],
    [part("dispute_fee", -15_00, ""), "Dispute fee of 15.00 isn't in QuickBooks."],
    [
      part("dispute_fee", -15_00),
      "Dispute fee of 15.00 for the dispute by Blue Harbor isn't in QuickBooks.",
    ],
    [
      { ...part("refund", -90_00), providerKind: "charge_failure" },
      "Returned payment of 90.00 by Blue Harbor isn't in QuickBooks.",
    ],
    [
      { ...part("refund", 45_00), providerKind: "refund_failure" },
      "Failed refund of 45.00 to Blue Harbor isn't in QuickBooks.",
    ],
    [
      { ...part("refund", -50_00, ""), providerKind: "partial_capture_reversal" },
      "Uncaptured part of 50.00 isn't in QuickBooks.",
    ],
    [part("bill", -12_75), "Bill of 12.75 from Stripe isn't in QuickBooks."],
    [part("reserve", -50_00), "Reserve of 50.00 held by Stripe isn't in QuickBooks."],
    [part("reserve", 50_00), "Reserve of 50.00 released by Stripe isn't in QuickBooks."],
    [part("transfer", 20_00), "Transfer of 20.00 to Stripe isn't in QuickBooks."],
  ])("%o", (given, text) => {
    expect(unbookedText(given, "QuickBooks")).toBe(text);
  });

  test.each([
    ["reserve", -48_00, "carried_over", "Balance of 48.00 that stays in PayPal"],
    ["reserve", 48_00, "carried_over", "Balance of 48.00 that stayed in PayPal"],
    ["reserve", -50_00, "T2103", "Reserve of 50.00 held by PayPal"],
    ["transfer", 48_00, "opening_balance", "Opening balance of 48.00 in PayPal"],
    ["transfer", -12_00, "T0201", "Currency conversion of 12.00 in PayPal"],
    ["transfer", 20_00, "T0300", "Transfer of 20.00 to PayPal"],
    ["other", 99_00, "T1101", "Returned transfer of 99.00 to PayPal"],
    ["adjustment", -29_99, "T0003", "Payment of 29.99 to Blue Harbor"],
    ["adjustment", -3_00, "T0500", "Adjustment of 3.00 by Blue Harbor"],
  ] as const)("PayPal's %s of %i, %s: %s", (kind, amount, providerKind, what) => {
    const words = unbookedText(
      { ...part(kind, amount), providerKind, source: "PayPal" },
      "QuickBooks",
    );
    expect(words).toBe(`${what} isn't in QuickBooks.`);
  });

  test("names the first, what to do, and how many more there are", () => {
    const [refund, bill, reserve] = [
      part("refund", -45_00),
      part("bill", -1_00),
      part("reserve", -5_00),
    ];
    const first =
      "Refund of 45.00 to Blue Harbor isn't in QuickBooks. Choose what it is booked to.";
    expect(waitingText([], "QuickBooks")).toBe("");
    expect(waitingText([refund], "QuickBooks")).toBe(first);
    expect(waitingText([refund, bill], "QuickBooks")).toBe(
      `${first} 1 more line needs an account too.`,
    );
    expect(waitingText([refund, bill, reserve], "QuickBooks")).toBe(
      `${first} 2 more lines need an account too.`,
    );
  });

  test("offers always for all kinds but movements that differ", () => {
    expect(alwaysText("refund", "Stripe")).toBe("Always for refunds from Stripe");
    expect(alwaysText("bill", "Stripe")).toBe("Always for bills from Stripe");
    expect(alwaysText("other", "Stripe")).toBeNull();
  });
});
