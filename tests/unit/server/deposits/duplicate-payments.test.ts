import { describe, expect, test } from "vitest";
import {
  type BookedPayment,
  isSecondRecord,
  shownNumber,
  twiceText,
} from "@/server/deposits/duplicate-payments";
import { booked, charge, paidOut } from "./booked";

const first = booked();

/** Whether another payment with these facts is a second record of the first one. */
function isTwice(part: Partial<BookedPayment> = {}, facts = paidOut()): boolean {
  return isSecondRecord(first, booked({ id: 2, providerId: "537", ...part }), facts);
}

describe("a payment recorded twice", () => {
  test("is one of the same customer and amount, a few days apart, of any kind", () => {
    expect(isTwice()).toBe(true);
    expect(isTwice({ date: "2026-03-08", kind: "SalesReceipt", documentNumber: "1037" })).toBe(
      true,
    );
    expect(isTwice({ date: "2026-02-26" })).toBe(true);
  });

  test("is not one of another customer, amount, currency or week", () => {
    for (const part of [
      { customerId: "21" },
      { amount: 482_51 },
      { currency: "EUR" },
      { date: "2026-03-09" },
      { date: "2026-02-25" },
      { id: 1 },
    ]) {
      expect(isTwice(part), JSON.stringify(part)).toBe(false);
    }
    const nameless = booked({ customerId: "" });
    expect(isSecondRecord(nameless, { ...nameless, id: 2 }, paidOut())).toBe(false);
  });
});

describe("two charges of one customer for the same amount", () => {
  test("are two payments while one of the charges is unexplained", () => {
    expect(isTwice({}, paidOut({ openCharges: [charge()] }))).toBe(false);
    const net = charge({ gross: 500_00, net: 482_50, date: "2026-03-10" });
    expect(isTwice({}, paidOut({ openCharges: [net] }))).toBe(false);
  });

  test("are not made of a charge of another amount, time or currency", () => {
    for (const part of [{ gross: 480_00 }, { date: "2026-03-11" }, { currency: "EUR" }]) {
      const openCharges = [charge(part)];
      expect(isTwice({}, paidOut({ openCharges })), JSON.stringify(part)).toBe(true);
    }
  });

  test("may be in an unexplained payout of which only the total is known", () => {
    const whole = { isWholePayout: true, gross: 2_000_00, net: 2_000_00 };
    const within = (part: object) =>
      isTwice({}, paidOut({ openCharges: [charge({ ...whole, ...part })] }));
    expect(within({ date: "2026-03-20" })).toBe(false);
    expect(within({ gross: 470_00, date: "2026-03-05" })).toBe(false);
    expect(within({ gross: 400_00, date: "2026-03-05" })).toBe(true);
    expect(within({ date: "2026-04-20" })).toBe(true);
    expect(within({ date: "2026-02-20" })).toBe(true);
  });

  test("are two payments while the later one's day has not been paid out", () => {
    const later = { date: "2026-03-05" };
    expect(isTwice(later, paidOut({ paidOutUntil: "2026-03-05" }))).toBe(true);
    expect(isTwice(later, paidOut({ paidOutUntil: "2026-03-04" }))).toBe(false);
    // Entered the day after the charge, as the first one was.
    expect(isTwice({}, paidOut({ paidOutUntil: "2026-03-02" }))).toBe(true);
    expect(isTwice({}, paidOut({ paidOutUntil: null }))).toBe(false);
  });

  test("have numbers of their own: two invoices, or two of the processor's ids", () => {
    const of = (own: Partial<BookedPayment>, other: Partial<BookedPayment>) =>
      isSecondRecord(booked(own), booked({ id: 2, ...other }), paidOut());
    expect(of({ reference: "INV-7" }, { reference: "INV-8" })).toBe(false);
    expect(of({ reference: "ch_1 INV-7" }, { reference: "INV-7" })).toBe(true);
    expect(of({ reference: "INV-7" }, { reference: "" })).toBe(true);
    // QuickBooks numbers its documents itself.
    const receipts = [1037, 1038].map((number) => ({
      documentNumber: `${number}`,
      reference: `${number}`,
    }));
    expect(of(receipts[0] ?? {}, receipts[1] ?? {})).toBe(true);
  });
});

describe("a payment in another way", () => {
  test("is no second record: cash, a check, another processor", () => {
    for (const part of [
      { paymentMethod: "Cash" },
      { paymentMethod: "Check" },
      { note: "paid in person" },
      { reference: "PayPal 8XY" },
    ]) {
      expect(isTwice(part), JSON.stringify(part)).toBe(false);
    }
  });

  test("is one where it names a connected processor", () => {
    expect(isTwice({ note: "Stripe ch_1" })).toBe(true);
    const both = paidOut({ processors: new Set(["stripe", "authorizenet"]) });
    expect(isTwice({ note: "via Authorize.Net" }, both)).toBe(true);
    expect(isTwice({ note: "via Authorize.Net" })).toBe(false);
  });
});

test("is told in a sentence, with the numbers that QuickBooks shows", () => {
  expect(twiceText(first, 2)).toBe("482.50 of Blue Harbor is recorded twice");
  expect(twiceText(first, 3)).toBe("482.50 of Blue Harbor is recorded three times");
  expect(twiceText(booked({ amount: -40_00, customerName: "Ida Fox" }), 2)).toBe(
    "The refund of 40.00 to Ida Fox is recorded twice",
  );
  expect(shownNumber(first)).toBe("536");
  expect(shownNumber(booked({ documentNumber: "1037" }))).toBe("1037");
});
