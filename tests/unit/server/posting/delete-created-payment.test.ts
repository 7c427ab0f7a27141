import { describe, expect, test } from "vitest";
import { ledgerWords } from "@/lib/ledger-words";
import { invoiceObstacle } from "@/server/posting/create-planned-payments";
import { listed } from "@/server/posting/created-records";
import { leftText } from "@/server/posting/delete-created-payment";
import { type PlannedRow, readDraft, toPaymentDraft } from "@/server/posting/payment-draft";

const WORDS = ledgerWords("quickbook");
const REQUEST_ID = "5f0c6e52-8d0e-4f0a-9a53-7b0f1f3f8a11";

function row(changes: Partial<PlannedRow> = {}, planned: Partial<PlannedRow["planned"]> = {}) {
  return {
    id: 1,
    kind: "SalesReceipt",
    providerId: "145",
    txnDate: new Date("2026-11-10"),
    amount: 12_345n,
    currency: "USD",
    customerId: "7",
    customerName: "Anna Li",
    referenceNumber: "ch_1",
    note: "Stripe ch_1",
    ...changes,
    planned: {
      requestId: REQUEST_ID,
      itemId: "1",
      taxCodeId: null,
      classId: "2",
      invoices: [],
      createdCustomerId: null,
      ...planned,
    },
  } as PlannedRow;
}

describe("the draft", () => {
  test("of a receipt ends its note with the request id, however long the note is", () => {
    const draft = toPaymentDraft(row({ note: "x".repeat(9_000) }), null);
    expect(draft.note).toHaveLength(4_000);
    expect(draft.note.endsWith(` ${REQUEST_ID}`)).toBe(true);
    expect(draft).toMatchObject({ date: "2026-11-10", amount: 12_345, itemId: "1", classId: "2" });
  });

  test("of a refund is positive, of a walk-in has no customer", () => {
    const draft = toPaymentDraft(
      row({ kind: "RefundReceipt", amount: -500n, customerId: "" }),
      null,
    );
    expect(draft).toMatchObject({ amount: 500, customerId: null });
  });

  test("of a payment names invoices and no product", () => {
    const invoices = [{ invoiceId: "9", number: "1042", amount: 12_345 }];
    const draft = toPaymentDraft(row({ kind: "Payment" }, { invoices }), null);
    expect(draft).toMatchObject({ invoices: [{ id: "9", amount: 12_345 }], itemId: null });
  });

  test("is read back as it was stored", () => {
    const draft = toPaymentDraft(row(), null);
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(() => readDraft(null)).toThrow();
  });
});

describe("invoices that changed since they were chosen", () => {
  const on = (amount: number) =>
    row({ kind: "Payment", customerName: "Blue Harbor" }, {
      invoices: [{ invoiceId: "9", number: "1042", amount }],
    } as Partial<PlannedRow["planned"]>);
  const obstacle = (balance: number | undefined, ...amounts: number[]) =>
    invoiceObstacle(
      amounts.map(on),
      balance === undefined ? [] : [{ providerId: "9", balance }],
      WORDS,
    );

  test("are named with what is left to pay, over all payments of the deposit", () => {
    expect(obstacle(12_000, 12_000)).toBeNull();
    expect(obstacle(12_000, 6_000, 6_000)).toBeNull();
    expect(obstacle(12_000, 12_001)).toBe(
      "Invoice 1042 of Blue Harbor has only 120.00 left to pay. Choose again.",
    );
    expect(obstacle(12_000, 6_000, 6_001)).toContain("120.00 left");
    expect(obstacle(undefined, 1)).toBe(
      "Invoice 1042 of Blue Harbor is no longer in QuickBooks. Choose again.",
    );
    expect(invoiceObstacle([row()], [], WORDS)).toBeNull();
  });
});

describe("words", () => {
  const payment = row({ kind: "Payment", providerId: "146" });
  const withCustomer = row({}, { createdCustomerId: "7" });

  test("name what exists", () => {
    expect(listed(WORDS, [row()])).toBe("Sales receipt 145");
    expect(listed(WORDS, [row(), payment])).toBe("Sales receipt 145 and payment 146");
    expect(listed(WORDS, [row(), payment, row()])).toBe(
      "Sales receipt 145, payment 146 and sales receipt 145",
    );
    expect(listed(WORDS, [row(), row(), row(), row()])).toBe("4 payments and receipts");
  });

  test("name what an undo leaves", () => {
    expect(leftText([], [row()], WORDS)).toBe("");
    expect(leftText([], [withCustomer], WORDS)).toBe(" The customer Anna Li stays in QuickBooks.");
    expect(leftText([row()], [withCustomer], WORDS)).toBe(
      " Sales receipt 145 was changed in QuickBooks since, so it stays there. The customer Anna Li stays too.",
    );
    expect(leftText([row(), payment], [], WORDS)).toBe(
      " Sales receipt 145 and payment 146 were changed in QuickBooks since, so they stay there.",
    );
  });
});
