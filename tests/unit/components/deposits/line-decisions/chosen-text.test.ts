import { expect, test } from "vitest";
import { chosenParts, chosenText } from "@/components/deposits/line-decisions/chosen-line";
import type { PlannedPaymentView } from "@/lib/contracts/deposit-detail";
import type { MatchView } from "@/lib/contracts/match-views";
import { ledgerWords } from "@/lib/ledger-words";
import { sampleMatch } from "../../samples";

const QUICKBOOKS = ledgerWords("quickbook");

function match(part: Partial<MatchView["payments"][number]> = {}): MatchView {
  const payment = {
    ...{ Id: "planned-1", TxnDate: "2026-11-01", TotalAmt: "10.00", CustomerName: "Anna Li" },
    ...{ kind: "SalesReceipt", number: "", quickbooks_url: "", planned: true },
    ...part,
  };
  return sampleMatch({ payments: [payment] });
}

const planned: PlannedPaymentView = {
  ...{ payment_id: "planned-1", match_id: "m1", created_at: null, is_new_customer: false },
  ...{ item: "", tax_code: "", class: "", reference: "", note: "", invoices: [], credit: "0.00" },
};
const invoice = (number: string) => ({ Id: number, number, amount: "5.00" });

test.each([
  [match(), planned, "Sales receipt for Anna Li, created when this deposit is posted"],
  [
    match({ kind: "RefundReceipt", CustomerName: "" }),
    planned,
    "Refund receipt without a customer, created when this deposit is posted",
  ],
  [
    match({ kind: "Payment" }),
    { ...planned, invoices: [invoice("1041")] },
    "Payment from Anna Li on invoice 1041, created when this deposit is posted",
  ],
  [
    match({ kind: "Payment" }),
    { ...planned, invoices: [invoice("1041"), invoice("1042"), invoice("1043")] },
    "Payment from Anna Li on invoices 1041, 1042 and 1043, created when this deposit is posted",
  ],
  [
    match({ number: "145" }),
    { ...planned, created_at: "2026-11-23T00:00:00Z" },
    "Sales receipt for Anna Li, created in QuickBooks as 145",
  ],
  [match({ number: "156", kind: "Payment" }), null, "Matched to payment 156 of Anna Li"],
])("what was chosen: case %#", (chosen, plan, text) => {
  expect(chosenText({ match: chosen, planned: plan }, QUICKBOOKS)).toBe(text);
});

test("a charge on an account is said with whom and what for", () => {
  const booked = { account: "Sales", customer: "Blue Harbor", class: "", memo: "Sold at the fair" };
  const chosen = { match: sampleMatch({ payments: [], booked }), planned: null };
  expect(chosenText(chosen, QUICKBOOKS)).toBe("Booked to Sales");
  expect(chosenParts(chosen)).toEqual(["Blue Harbor", "Sold at the fair"]);
});

test("what it is made of follows", () => {
  const made = { ...planned, item: "Services", class: "Online", is_new_customer: true };
  expect(chosenParts({ match: match(), planned: { ...made, credit: "20.00" } })).toEqual([
    "New customer",
    "Services",
    "Online",
    "20.00 kept as a credit",
  ]);
});
