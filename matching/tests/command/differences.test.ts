import { describe, expect, it } from "vitest";
import { loadDeposits, loadPayments } from "@/matching/command/load";
import type { Format } from "@/matching/command/options";
import { report } from "@/matching/command/output/report";
import { match } from "@/matching/engine/match";
import { temporaryFiles } from "./command";

const file = temporaryFiles();

const STRIPE =
  "automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created,currency,gross,fee,net,reporting_category,source_id,description,customer_name";
const quickBooks = (columns: string, rows: string[]) =>
  ["Harbor Studio", "Transaction List by Date", "March 2026", "", columns, ...rows, ""].join("\n");
const PLAIN =
  "Date,Transaction type,Num,Posting (Y/N),Name,Memo/Description,Account name,Split,Amount";

/** @returns what the command prints about two files */
async function printed(deposits: string, payments: string) {
  const result = match(await loadDeposits(deposits, "USD"), await loadPayments(payments, "USD"), {
    algorithm: "smart",
  });
  return (format: Format) =>
    [...report(result, { format, explain: false, time: {}, width: 200 })].join("");
}

describe("a charge in another currency than the books", () => {
  const payments = quickBooks(
    "Date,Transaction type,Num,Posting (Y/N),Name,Account name,Currency,Foreign amount,Amount",
    [
      "03/03/2026,Payment,3310,Yes,Jonas Vik,Undeposited Funds,EUR,80.00,86.20",
      "03/23/2026,Payment,3311,Yes,Mara Lind,Undeposited Funds,USD,,250.00",
    ],
  );
  const deposit = {
    ...{ id: "po_1", date: "2026-03-06", amount: "84.13", currency: "USD", processor: "stripe" },
    lines: [
      {
        ...{ id: "txn_1", type: "charge", date: "2026-03-03", amount: "86.95", fee: "2.82" },
        ...{ entity: "Jonas Vik", description: "Invoice 3310" },
        paid: { amount: "80.00", currency: "EUR" },
      },
    ],
  };

  it("is suggested with both amounts, and is not said to be missing", async () => {
    const print = await printed(
      await file("deposits.json", JSON.stringify([deposit])),
      await file("payments.csv", payments),
    );
    const { matches, unmatched } = JSON.parse(print("json"));
    expect(matches).toMatchObject([
      {
        ...{ line_ids: ["txn_1"], payment_ids: ["Payment 3310"], decision: "suggested" },
        ...{ difference: "0.00", currency: "EUR" },
        exchange: {
          settled: { amount: "86.95", currency: "USD" },
          paid: { amount: "80.00", currency: "EUR" },
          booked: { amount: "80.00", currency: "EUR" },
          worth: { amount: "86.20", currency: "USD" },
        },
      },
    ]);
    expect(unmatched.lines).toEqual([]);
    expect(print("table")).toContain("80.00 EUR paid, settled as 86.95 USD");
    expect(print("table")).not.toContain("Not in the books");
  });

  it("names the field of a currency that is left out", async () => {
    const [line] = deposit.lines;
    const lines = [{ ...line, paid: { amount: "80.00" } }];
    const path = await file("unknown.json", JSON.stringify([{ ...deposit, lines }]));
    await expect(loadDeposits(path, "USD")).rejects.toThrow(/paid.*currency.*is missing/);
  });
});

describe("a tip and a gift card", () => {
  it("are suggested with their differences", async () => {
    const print = await printed(
      await file(
        "salon.csv",
        [
          STRIPE,
          "po_1,2026-03-06 00:00:00,txn_1,2026-03-02 10:00:00,usd,46.00,1.63,44.37,charge,ch_1,,Noor Aziz",
          "po_1,2026-03-06 00:00:00,txn_2,2026-03-02 10:00:00,usd,55.00,1.90,53.10,charge,ch_2,,Pia Holm",
        ].join("\n"),
      ),
      await file(
        "receipts.csv",
        quickBooks(PLAIN, [
          "03/02/2026,Sales Receipt,R-1,Yes,Noor Aziz,,Undeposited Funds,Sales,40.00",
          "03/02/2026,Sales Receipt,R-2,Yes,Pia Holm,,Undeposited Funds,Sales,80.00",
          "03/23/2026,Payment,9001,Yes,Zed Norling,,Undeposited Funds,Sales,1.00",
        ]),
      ),
    );
    expect(JSON.parse(print("json")).matches).toMatchObject([
      { line_ids: ["txn_1"], payment_ids: ["Sales Receipt R-1"], difference: "-6.00" },
      { line_ids: ["txn_2"], payment_ids: ["Sales Receipt R-2"], difference: "25.00" },
    ]);
    expect(JSON.parse(print("json")).stats).toMatchObject({ auto: 0, suggested: 2 });
    expect(print("csv")).toContain("6.00 may be a tip or a surcharge");
  });
});

describe("one receipt for charges of two payouts", () => {
  const halves = (description: string) =>
    [
      STRIPE,
      `po_1,2026-03-06 00:00:00,txn_1,2026-03-03 10:00:00,usd,120.00,3.78,116.22,charge,ch_1,${description},Noor Aziz`,
      `po_2,2026-03-16 00:00:00,txn_2,2026-03-12 10:00:00,usd,280.00,8.42,271.58,charge,ch_2,${description},Noor Aziz`,
    ].join("\n");
  const receipts = quickBooks(PLAIN, [
    "03/12/2026,Sales Receipt,7715,Yes,Noor Aziz,,Undeposited Funds,Sales,400.00",
    "03/23/2026,Payment,9001,Yes,Zed Norling,,Undeposited Funds,Sales,1.00",
  ]);

  it.each([
    ["with its number", "Invoice 7715"],
    ["of the customer alone", "Kitchen"],
  ])("is what both say they are parts of, %s", async (_, description) => {
    const print = await printed(
      await file("halves.csv", halves(description)),
      await file("whole.csv", receipts),
    );
    const { matches, unmatched } = JSON.parse(print("json"));
    expect(matches).toEqual([]);
    expect(unmatched.lines).toMatchObject(
      ["txn_1", "txn_2"].map((id) => ({
        ...{ id, reason: "part_of_payment" },
        part_of: {
          ...{ payment_id: "Sales Receipt 7715", amount: "400.00", currency: "USD" },
          lines: [
            { deposit_id: "po_1", line_id: "txn_1", amount: "120.00" },
            { deposit_id: "po_2", line_id: "txn_2", amount: "280.00" },
          ],
        },
      })),
    );
    expect(print("table")).toContain("120.00 of 400.00 of Sales Receipt 7715, the rest with po_2");
    expect(print("table")).not.toContain("Not in the books");
    expect(print("csv")).toContain("280.00 of 400.00 of Sales Receipt 7715, the rest with po_1");
  });
});
