import { expect, test } from "vitest";
import { ledgerWords } from "@/lib/ledger-words";
import { depositedLines } from "@/server/deposits/settlement-rows";

const QUICKBOOKS = ledgerWords("quickbook");

const finding = (part: object) => ({
  ...{ lineId: 7, code: "already_matched", probability: 0.9, payments: [], invoice: null },
  ...part,
});
const payment = {
  ...{ id: 1, kind: "Payment", quickbooksId: "198", number: "198", customer: "Ann Lee" },
  ...{ amount: 6450, currency: "USD", date: "2026-11-01", depositedOn: "750" },
};
const ofLine = (part: object) =>
  depositedLines({ lines: [finding(part)], unbooked: [], difference: 0 }, QUICKBOOKS)(7);

test("a payment on a Deposit in QuickBooks is named with it", () => {
  expect(ofLine({ payments: [payment] })).toBe(
    "A payment that fits is on Deposit 750 in QuickBooks already. Look at it first.",
  );
  expect(ofLine({ payments: [{ ...payment, depositedOn: undefined }] })).toBe(
    "A payment that fits is on another deposit. Look at it first.",
  );
});

test("what is missing, and other lines, are not", () => {
  expect(ofLine({ code: "missing" })).toBeNull();
  expect(ofLine({ lineId: 8 })).toBeNull();
});
