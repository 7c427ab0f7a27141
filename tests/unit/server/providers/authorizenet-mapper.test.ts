import { describe, expect, it } from "vitest";
import { minor, needsDetails, toLine, toPayout } from "@/server/providers/authorizenet/mapper";
import { batch, details, transaction } from "@/server/providers/authorizenet/schemas";
import { ProviderError } from "@/server/providers/errors";

const merchant = { currency: "USD", timeZone: "America/New_York" };
const context = { merchant, date: "2026-03-05" };

const sale = (changes: object = {}) =>
  transaction.parse({
    transId: "2162566217",
    submitTimeUTC: "2026-03-05T03:30:49Z",
    submitTimeLocal: "2026-03-04T22:30:49",
    transactionStatus: "settledSuccessfully",
    invoiceNumber: "60",
    firstName: "Matteo",
    lastName: "Bignotti",
    accountType: "MasterCard",
    accountNumber: "XXXX4444",
    settleAmount: 1018.88,
    ...changes,
  });

const settled = (changes: object = {}) =>
  batch.parse({
    batchId: "1221577",
    settlementTimeUTC: "2026-03-06T03:38:54Z",
    settlementTimeLocal: "2026-03-05T22:38:54",
    settlementState: "settledSuccessfully",
    paymentMethod: "creditCard",
    ...changes,
  });

describe("a transaction", () => {
  it.each([
    ["settledSuccessfully", "charge", 1018_88],
    ["refundSettledSuccessfully", "refund", -1018_88],
    ["returnedItem", "dispute", -1018_88],
    ["chargeback", "dispute", -1018_88],
    ["chargebackReversal", "dispute_reversal", 1018_88],
  ])("%s is a %s of %i", (status, kind, gross) => {
    for (const settleAmount of [1018.88, -1018.88, "1018.88"]) {
      const line = toLine(sale({ transactionStatus: status, settleAmount }), undefined, context);
      expect(line).toMatchObject({ kind, gross, fee: 0, net: gross, providerKind: status });
    }
  });

  it.each([
    "voided",
    "declined",
    "expired",
    "generalError",
    "failedReview",
    "settlementError",
    "communicationError",
    "couldNotVoid",
  ])("%s moves no money", (status) => {
    expect(toLine(sale({ transactionStatus: status }), undefined, context)).toBeNull();
    expect(needsDetails(sale({ transactionStatus: status, invoiceNumber: "" }))).toBe(false);
  });

  it("with an unknown status is kept as received, without an amount", () => {
    const line = toLine(sale({ transactionStatus: "heldForReview2030" }), undefined, context);
    expect(line).toMatchObject({ kind: "other", providerKind: "heldForReview2030", net: 0 });
    expect(line?.raw).toMatchObject({ settleAmount: 1018.88 });
  });

  it("of zero is not a line", () => {
    expect(toLine(sale({ settleAmount: 0 }), undefined, context)).toBeNull();
  });

  it("keeps the day of the merchant's time zone, and drops cards and people from the raw facts", () => {
    const line = toLine(sale(), undefined, context);
    expect(line).toMatchObject({
      date: "2026-03-04",
      customerName: "Matteo Bignotti",
      ...{ reference: "2162566217", chargeId: "2162566217" },
      numbers: [{ field: "invoiceNumber", value: "60" }],
      description: "Invoice 60",
    });
    expect(JSON.stringify(line?.raw)).not.toMatch(/XXXX|Matteo|Bignotti/);
    const utcOnly = sale({ submitTimeLocal: undefined });
    expect(toLine(utcOnly, undefined, context)?.date).toBe("2026-03-04");
    expect(toLine(sale({ submitTimeLocal: "", submitTimeUTC: "" }), undefined, context)?.date).toBe(
      "2026-03-05",
    );
  });

  it("takes missing fields from the details", () => {
    const bare = sale({ firstName: undefined, lastName: undefined, invoiceNumber: undefined });
    expect(needsDetails(bare)).toBe(true);
    expect(needsDetails(sale())).toBe(false);
    expect(needsDetails(sale({ transactionStatus: "refundSettledSuccessfully" }))).toBe(true);
    const detailed = details.parse({
      transId: "2162566217",
      refTransId: "2162566001",
      order: { invoiceNumber: "INV-7", description: "Two vases" },
      customer: { email: "studio@example.com" },
      billTo: { company: "Kiln & Co." },
    });
    expect(toLine(bare, detailed, context)).toMatchObject({
      customerName: "Kiln & Co.",
      customerEmail: "studio@example.com",
      description: "Two vases",
      ...{ reference: "2162566217 2162566001", chargeId: "2162566001" },
      numbers: [{ field: "invoiceNumber", value: "INV-7" }],
    });
  });

  it("keeps all that list and details know of the customer", () => {
    const told = details.parse({
      transId: "2162566217",
      customer: { id: "C-17", email: "studio@example.com" },
      billTo: {
        firstName: "Matt",
        lastName: "Bignotti",
        company: "Kiln & Co.",
        phoneNumber: "555-0100",
        email: "matt@example.com",
        address: "1 Elm Street",
      },
    });
    expect(toLine(sale(), told, context)?.customer).toEqual({
      id: "C-17",
      names: ["Matteo Bignotti", "Matt Bignotti", "Kiln & Co."],
      emails: ["studio@example.com", "matt@example.com"],
      phones: ["555-0100"],
    });
    expect(toLine(sale(), undefined, context)?.customer).toEqual({ names: ["Matteo Bignotti"] });
    const nameless = sale({ firstName: undefined, lastName: "" });
    expect(toLine(nameless, undefined, context)?.customer).toBeNull();
  });

  it("has an amount in its currency, or is refused", () => {
    const yen = { merchant: { ...merchant, currency: "JPY" }, date: context.date };
    expect(toLine(sale({ settleAmount: 500 }), undefined, yen)).toMatchObject({ gross: 500 });
    expect(() => minor(10.005, "USD")).toThrow(ProviderError);
    expect(() => minor(1.5, "JPY")).toThrow(ProviderError);
  });
});

describe("a batch", () => {
  it.each([
    ["settledSuccessfully", "paid", true],
    ["refundSettledSuccessfully", "paid", true],
    ["settlementError", "failed", false],
    ["pendingSettlement", "pending", false],
    ["heardOfIn2030", "pending", false],
  ])("%s is %s", (settlementState, status, complete) => {
    expect(toPayout(settled({ settlementState }), merchant)).toMatchObject({ status, complete });
  });

  it("is a payout on the merchant's day, with the sum of its transactions", () => {
    expect(toPayout(settled(), merchant)).toMatchObject({
      providerId: "1221577",
      date: "2026-03-05",
      amount: null,
      currency: "USD",
      itemized: true,
      description: "Card batch",
    });
    const utcOnly = settled({ settlementTimeLocal: undefined, paymentMethod: "eCheck" });
    expect(toPayout(utcOnly, merchant)).toMatchObject({
      date: "2026-03-05",
      description: "eCheck batch",
    });
    const timeless = settled({ settlementTimeLocal: undefined, settlementTimeUTC: undefined });
    expect(toPayout(timeless, merchant)).toMatchObject({
      ...{ complete: false, status: "pending", unknownState: "no settlement time" },
    });
    const before = { settlementState: "pendingSettlement", settlementTimeLocal: undefined };
    const waiting = toPayout(settled({ ...before, settlementTimeUTC: undefined }), merchant);
    expect(waiting).toMatchObject({ complete: false, status: "pending" });
    expect(waiting.unknownState).toBeUndefined();
  });
});
