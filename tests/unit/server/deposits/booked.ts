import type { BookedPayment, OpenCharge, PaidOut } from "@/server/deposits/duplicate-payments";

/** 482.50 of Blue Harbor, entered on March 3. */
export function booked(part: Partial<BookedPayment> = {}): BookedPayment {
  return {
    id: 1,
    kind: "Payment",
    providerId: "536",
    documentNumber: "",
    date: "2026-03-03",
    amount: 482_50,
    currency: "USD",
    customerId: "20",
    customerName: "Blue Harbor",
    reference: "",
    note: "",
    paymentMethod: "Credit Card",
    ...part,
  };
}

export function charge(part: Partial<OpenCharge> = {}): OpenCharge {
  return {
    depositId: 12,
    date: "2026-03-03",
    currency: "USD",
    gross: 482_50,
    net: 468_21,
    customerName: "Blue Harbor",
    isWholePayout: false,
    ...part,
  };
}

/** Stripe has paid out everything until March 9. */
export function paidOut(part: Partial<PaidOut> = {}): PaidOut {
  return {
    openCharges: [],
    paidOutUntil: "2026-03-09",
    processors: new Set(["stripe"]),
    ...part,
  };
}
