import { describe, expect, test } from "vitest";
import type { BookedPayment } from "@/server/deposits/duplicate-payments";
import { probableCause, type Surroundings } from "@/server/deposits/probable-cause";
import { booked, charge, paidOut } from "./booked";

const payment = booked({ id: 2, providerId: "537" });

function causeOf(part: Partial<BookedPayment> = {}, around: Partial<Surroundings> = {}) {
  return probableCause(
    { ...payment, ...part },
    {
      ...paidOut(),
      matchedIn: null,
      explained: [],
      refundReceipts: [],
      refundLines: [],
      ...around,
    },
  );
}

const receipt = booked({
  id: 3,
  kind: "RefundReceipt",
  providerId: "540",
  date: "2026-03-20",
  amount: -482_50,
});

const refund = {
  depositId: 14,
  date: "2026-03-12",
  currency: "USD",
  gross: -482_50,
  customerName: "Blue Harbor LLC",
};

describe("a payment that waits is explained by", () => {
  test("its match, which is not posted", () => {
    const matchedIn = { depositId: 12, accepted: true, isOpen: false };
    expect(causeOf({}, { matchedIn })).toEqual({
      cause: "not_posted",
      text: "Matched, but not posted yet",
      about: [matchedIn],
    });
    expect(causeOf({}, { matchedIn: { ...matchedIn, accepted: false } })).toMatchObject({
      cause: "not_posted",
      text: "Suggested, but not confirmed yet",
    });
    const ofOpen = { ...matchedIn, accepted: false, isOpen: true };
    expect(causeOf({}, { matchedIn: ofOpen }).text).toBe("Part of an open payout");
  });

  test("another record of it, the nearest one", () => {
    const near = booked({ id: 8, providerId: "536" });
    const far = booked({ id: 9, providerId: "530", date: "2026-02-28" });
    expect(causeOf({}, { explained: [far, near] })).toEqual({
      cause: "recorded_twice",
      text: "482.50 of Blue Harbor is recorded twice",
      about: [{ payment: near }, { payment }],
    });
  });

  test("its own words: another processor, cash, a check", () => {
    expect(causeOf({ note: "PayPal sale" })).toMatchObject({
      cause: "other_processor",
      text: "Marked PayPal, which isn't connected",
    });
    expect(causeOf({ paymentMethod: "Check" })).toMatchObject({
      cause: "cash_or_check",
      text: 'Marked "check"',
    });
    expect(causeOf({ note: "Stripe ch_1" }).cause).toBe("unknown");
  });

  test("a number such as checks have, but not the document's own", () => {
    expect(causeOf({ reference: "1042" })).toMatchObject({
      cause: "cash_or_check",
      text: "Its reference 1042 looks like a check number",
    });
    expect(causeOf({ reference: "1042", documentNumber: "1042" }).cause).toBe("unknown");
  });

  test("a currency that no processor has charges in", () => {
    expect(causeOf({ currency: "EUR" }, { paidOutUntil: null })).toMatchObject({
      cause: "other_processor",
      text: "No connected processor has charges in EUR",
    });
  });

  test("a refund, in the books or by the processor", () => {
    expect(causeOf({}, { refundReceipts: [receipt] })).toEqual({
      cause: "refunded",
      text: "Refunded by refund receipt 540",
      about: [{ payment: receipt }],
    });
    expect(causeOf({}, { refundLines: [refund] })).toMatchObject({
      cause: "refunded",
      about: [refund],
    });
  });

  test("no refund of another amount, before it, long after it, or to someone else", () => {
    for (const part of [{ amount: -480_00 }, { date: "2026-03-02" }, { date: "2026-09-02" }]) {
      const refundReceipts = [{ ...receipt, ...part }];
      expect(causeOf({}, { refundReceipts }).cause, JSON.stringify(part)).toBe("unknown");
    }
    const refundLines = [{ ...refund, customerName: "Ida Fox" }];
    expect(causeOf({}, { refundLines }).cause).toBe("unknown");
  });

  test("a charge without a match, of the same customer if there are several", () => {
    const other = charge({ depositId: 11, customerName: "Ida Fox" });
    const own = charge({ depositId: 12 });
    expect(causeOf({}, { openCharges: [other, own] })).toEqual({
      cause: "not_matched",
      text: "A charge of this amount has no match yet",
      about: [own],
    });
    expect(causeOf({}, { openCharges: [charge({ isWholePayout: true })] }).cause).toBe("unknown");
  });

  test("payouts that have not come so far", () => {
    expect(causeOf({}, { paidOutUntil: "2026-03-02" }).cause).toBe("not_paid_out");
    expect(causeOf({}, { paidOutUntil: "2026-03-03" }).cause).toBe("unknown");
  });

  test("nothing that is known", () => {
    expect(causeOf()).toEqual({
      cause: "unknown",
      text: "Nothing paid out near its date has this amount",
      about: [],
    });
  });
});

test("the most certain cause counts", () => {
  const around = {
    matchedIn: { depositId: 12, accepted: true, isOpen: false },
    explained: [booked()],
    refundReceipts: [receipt],
    openCharges: [charge()],
  };
  expect(causeOf({ note: "PayPal" }, around).cause).toBe("not_posted");
  expect(causeOf({ note: "PayPal" }, { ...around, matchedIn: null }).cause).toBe("other_processor");
  expect(causeOf({}, { ...around, matchedIn: null }).cause).toBe("refunded");
  expect(causeOf({}, { ...around, matchedIn: null, openCharges: [] }).cause).toBe("recorded_twice");
});
