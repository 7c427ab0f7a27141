import { describe, expect, it } from "vitest";
import {
  depositNumber,
  fromDeposit,
  fromPayment,
  mentions,
  wireId,
} from "@/components/manual-match/transactions";
import { sampleDeposit, samplePayment } from "../samples";

describe("fromDeposit", () => {
  it("is the documented view of a pending deposit", () => {
    expect(fromDeposit(sampleDeposit())).toEqual({
      id: "deposit-12",
      date: "2026-03-01",
      description: "Deposit #12 - Checking",
      amount: 115174,
      currency: "USD",
      customerName: "Checking",
      source: "stripe",
      status: "unmatched",
      processor: "stripe",
      number: "",
    });
  });

  it.each([
    ["pending", "unmatched"],
    ["suggested", "suggested"],
    ["matched", "matched"],
    ["posted", "matched"],
  ] as const)("shows %s as %s", (status, shown) => {
    expect(fromDeposit(sampleDeposit({ status })).status).toBe(shown);
  });

  it("keeps amounts in minor units of their own currency", () => {
    const amount = (total_amt: string, currency: string) =>
      fromDeposit(sampleDeposit({ total_amt, currency })).amount;
    expect(amount("500.00", "JPY")).toBe(500);
    expect(amount("1.234", "KWD")).toBe(1234);
    expect(amount("-3.20", "USD")).toBe(-320);
  });
});

describe("fromPayment", () => {
  it("is the documented view of a QuickBooks payment", () => {
    expect(fromPayment(samplePayment())).toEqual({
      id: "120",
      date: "2026-02-27",
      description: "Customer Payment",
      amount: 124000,
      currency: "USD",
      customerName: "Ada Lovelace",
      source: "quickbooks",
      status: "unmatched",
      processor: "",
      number: "",
    });
  });
});

describe("ids", () => {
  it("drop the prefix on the wire", () => {
    expect(wireId(fromDeposit(sampleDeposit()))).toBe("12");
    expect(depositNumber(fromDeposit(sampleDeposit()))).toBe(12);
    expect(wireId(fromPayment(samplePayment()))).toBe("120");
  });
});

describe("mentions", () => {
  const view = fromPayment(samplePayment());
  const found = (needle: string) => mentions(view, needle, "DD-MM-YYYY");

  it.each([
    "",
    "  ",
    "ADA",
    "customer pay",
    "2026-02",
    "27-02-2026",
    "27 feb 2026",
    "1,240.00",
    "1240",
    "40.0",
  ])("finds %j", (needle) => expect(found(needle)).toBe(true));

  it.each(["grace", "02-27-2026", "1,241", "x1240"])("does not find %j", (needle) => {
    expect(found(needle)).toBe(false);
  });

  it("finds a negative amount as displayed", () => {
    const refund = fromPayment(samplePayment({ TotalAmt: "-38.26" }));
    expect(mentions(refund, "−38.2", "MM-DD-YYYY")).toBe(true);
  });

  it("finds a deposit by its processor", () => {
    const deposit = fromDeposit(sampleDeposit({ source: "Authorize.Net" }));
    expect(mentions(deposit, "authorize", "MM-DD-YYYY")).toBe(true);
  });
});
