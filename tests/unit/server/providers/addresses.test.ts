import { describe, expect, it } from "vitest";
import { createAddresses } from "@/server/providers/quickbooks/addresses";
import { addresses } from "@/server/providers/xero/addresses";

const SPEND = "1f0c8a52-0b1e-4d0f-9a55-3c2b1a000001";
const TRANSFER = "1f0c8a52-0b1e-4d0f-9a55-3c2b1a000002";

describe("in Xero", () => {
  const page = (guid: string) =>
    `https://go.xero.com/organisationlogin/default.aspx?shortcode=!NLglS&redirecturl=/Bank/ViewTransaction.aspx?bankTransactionID=${guid}`;
  const { addressOf } = addresses;

  it("payments and bank transactions have the page that Xero documents, inside their organisation", () => {
    expect(addressOf(SPEND, "Payment", "!NLglS")).toBe(page(SPEND));
    expect(addressOf(SPEND, "SalesReceipt", "!NLglS")).toBe(page(SPEND));
    expect(addressOf(`deposit:${SPEND}`, "Deposit", "!NLglS")).toBe(page(SPEND));
  });

  it("a bank transfer has none: what is booked beside it is linked", () => {
    expect(addressOf(`transfer:${TRANSFER}`, "Deposit", "!NLglS")).toBe("");
    const both = `spend:${SPEND}+transfer:${TRANSFER}`;
    expect(addressOf(both, "Deposit", "!NLglS")).toBe(page(SPEND));
  });

  it("nothing is linked without the organisation's code, or for what is QuickBooks'", () => {
    expect(addressOf(SPEND, "Payment", null)).toBe("");
    expect(addressOf("756", "Deposit", "!NLglS")).toBe("");
    expect(addressOf("198", "Payment", "!NLglS")).toBe("");
  });

  it("a code can't end its own parameter", () => {
    expect(addressOf(SPEND, "Payment", "!a&b=c")).toContain("?shortcode=!a%26b%3Dc&redirecturl=");
  });
});

describe("in QuickBooks", () => {
  const { addressOf } = createAddresses({ environment: "sandbox" });
  const host = "https://app.sandbox.qbo.intuit.com/app";

  it("each kind has its page, a line of a journal entry that of its entry", () => {
    expect(addressOf("756", "Deposit", null)).toBe(`${host}/deposit?txnId=756`);
    expect(addressOf("198", "RefundReceipt", null)).toBe(`${host}/refundreceipt?txnId=198`);
    expect(addressOf("198:2", "JournalEntry", null)).toBe(`${host}/journal?txnId=198`);
  });

  it("nothing of Xero's is linked", () => {
    expect(addressOf(SPEND, "Payment", null)).toBe("");
    expect(addressOf(`deposit:${SPEND}`, "Deposit", null)).toBe("");
  });
});
