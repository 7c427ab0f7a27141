import { expect, test } from "vitest";
import { ledgerWords } from "@/lib/ledger-words";
import { bankedLines } from "@/server/deposits/settlement-rows";

const QUICKBOOKS = ledgerWords("quickbook");

const payment = {
  ...{ id: 1, kind: "Payment", quickbooksId: "77", number: "", customer: "Ann Baker" },
  ...{ amount: 5_000, currency: "USD", date: "2026-11-01", bankName: "Checking" },
};
const found = (lineId: number | null, code = "in_bank", payments: object[] = [payment]) => ({
  lines: [{ lineId, code, probability: 0, payments, invoice: null }],
  ...{ unbooked: [], difference: 0 },
});

test("a line is in the bank alone, or with its whole payout", () => {
  const alone = bankedLines(found(4), QUICKBOOKS);
  expect(alone(4)).toBe(
    "The payment is in Checking already. A receipt would record it a second time.",
  );
  expect(alone(5)).toBeNull();
  expect(bankedLines(found(null), QUICKBOOKS)(5)).toBe(
    "This payout is in Checking already. A receipt would record it a second time.",
  );
  expect(bankedLines(found(null, "in_bank", []), QUICKBOOKS)(5)).toContain(
    "is in your bank account already",
  );
});

test("nothing else that was found is in the bank", () => {
  expect(bankedLines(found(4, "missing"), QUICKBOOKS)(4)).toBeNull();
  expect(bankedLines(null, QUICKBOOKS)(4)).toBeNull();
});
