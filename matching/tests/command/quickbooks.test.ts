import { describe, expect, it } from "vitest";
import { loadDeposits, loadPayments } from "@/matching/command/load";
import { sample, temporaryFiles } from "./command";

const file = temporaryFiles();

/** @returns the payments and the notes about the file, without its path */
async function read(path: string, currency = "USD") {
  const notes: string[] = [];
  const note = (text: string) => notes.push(text.replace(`${path}: `, ""));
  return { payments: await loadPayments(path, currency, { note }), notes };
}

describe("Transaction List by Date", () => {
  const path = sample("quickbooks-transaction-list-by-date.csv");

  it("gives payments, sales receipts and refunds, with unique ids", async () => {
    const { payments } = await read(path);
    expect(
      payments.map(({ id, date, amount, customerName }) => [id, date, amount, customerName]),
    ).toEqual([
      ["Payment 1042", "2026-03-02", 12000, "John Smith"],
      ["Sales Receipt 2001", "2026-03-02", 125000, "Okafor and Daughters"],
      ["Refund row 9", "2026-03-03", -4550, "Lopez, Maria"],
      ["Payment row 10", "2026-03-04", 8000, "Li Wei"],
      ["Payment 1042 row 11", "2026-03-05", 1500, "Cash Customer"],
    ]);
    expect(payments[1]).toEqual({
      id: "Sales Receipt 2001",
      date: "2026-03-02",
      amount: 125000,
      currency: "USD",
      customerName: "Okafor and Daughters",
      email: undefined,
      reference: "2001",
      note: 'Order W-20417, "cedar" deck',
      type: "SalesReceipt",
    });
  });

  it("lists what it skipped, and what is not in Undeposited Funds", async () => {
    const { notes } = await read(path);
    expect(notes).toEqual([
      "left out 6 other transactions: Invoice 2, Credit Memo 1, Deposit 1, Estimate 1, Payment of 0.00 1",
      "1 of 5 payments booked to another account than Undeposited Funds (Checking 1); kept",
    ]);
  });

  it("is not read as deposits", async () => {
    await expect(loadDeposits(path, "USD")).rejects.toThrow("it belongs to --payments");
  });
});

describe("Transaction List by Customer", () => {
  const path = sample("quickbooks-transaction-list-by-customer.csv");

  it("takes the customer from the heading, reads days first, and money in as positive", async () => {
    const { payments, notes } = await read(path, "GBP");
    expect(
      payments.map(({ id, date, amount, customerName }) => [id, date, amount, customerName]),
    ).toEqual([
      ["Payment row 7", "2026-03-02", 12000, "Smith Marine"],
      ["Payment 77", "2026-03-25", 6000, "Jetty project"],
      ["Sales Receipt 12", "2026-03-26", 999, "Smith Marine"],
      ["Payment row 14", "2026-04-01", 8000, "Li Wei"],
    ]);
    expect(notes).toEqual([]);
  });
});

describe("Deposit Detail", () => {
  it("gives the payments inside the deposits, and reports them as deposited", async () => {
    const { payments, notes } = await read(sample("quickbooks-deposit-detail.csv"));
    expect(payments.map(({ id, amount }) => [id, amount])).toEqual([
      ["Payment 1042", 12000],
      ["Sales Receipt 2001", 125000],
      ["Refund Receipt 31", -4550],
    ]);
    expect(notes).toEqual([
      "left out 1 other transaction: Deposit 1",
      "the payments in this report are part of a Deposit already; they are kept",
    ]);
  });
});

const HEAD = "Date,Transaction type,Num,Name,Account,Amount\n";
const ROW = "01/31/2026,Payment,1,Ana,Undeposited Funds,10.00\n";

describe("other reports", () => {
  it.each([
    ["Date,Type,No.,Customer,Memo,Split,Total", "01/31/2026,Payment,7,Ana,,,10.00"],
    [
      "Transaction date,Transaction type,Ref No.,Full name,Open balance,Amount",
      "1/31/26,Payment,7,Ana,5.00,$10.00",
    ],
    [
      "Date , Transaction  Type,Number,Donor,Payment method,Amount",
      "31.01.2026,Payment,7,Ana,Visa,10",
    ],
  ])("with the header %s", async (header, row) => {
    const { payments } = await read(await file("report.csv", `${header}\n${row}\n`));
    expect(payments).toMatchObject([
      { id: "Payment 7", date: "2026-01-31", amount: 1000, customerName: "Ana", reference: "7" },
    ]);
  });

  it("in several currencies: the foreign amount in its own currency", async () => {
    const text = `Date,Transaction type,Currency,Amount,Foreign amount\n2026-01-31,Payment,EUR,11.70,10.00\n2026-01-31,Payment,USD,5.00,5.00\n`;
    const { payments } = await read(await file("foreign.csv", text));
    expect(payments.map(({ amount, currency }) => [amount, currency])).toEqual([
      [1000, "EUR"],
      [500, "USD"],
    ]);
  });

  it("without a payment are no error", async () => {
    const text = `${HEAD}01/31/2026,Invoice,1,Ana,A/R,10.00\n`;
    expect(await read(await file("none.csv", text))).toEqual({
      payments: [],
      notes: ["left out 1 other transaction: Invoice 1"],
    });
  });

  const parts: [text: string, why: string][] = [
    [
      `Boats\nTransaction Detail by Account\n${HEAD}${ROW}`,
      '(it is a "Transaction Detail by Account")',
    ],
    ["Date,Transaction type,Num,Name,Debit,Credit\n", '(it has a column "Debit")'],
    [
      "Date,Transaction type,Num,Product/Service full name,Quantity,Amount\n",
      '(it has a column "Product/Service full name")',
    ],
  ];
  it.each(parts)("that list a payment more than once are refused: %j", async (text, why) => {
    const path = await file("parts.csv", text);
    await expect(loadPayments(path, "USD")).rejects.toThrow(why);
    await expect(loadPayments(path, "USD")).rejects.toThrow('export "Transaction List by Date"');
  });

  it("that show both sides of a payment are refused", async () => {
    const other = ROW.replace("10.00", "-10.00").replace("Undeposited Funds", "Receivables");
    const path = await file("sides.csv", HEAD + ROW + other);
    const message = "row 3: is the other side of row 2 (Payment, 2026-01-31, Ana)";
    await expect(loadPayments(path, "USD")).rejects.toThrow(message);
  });
});

describe("dates", () => {
  const rows = (...dates: string[]) =>
    HEAD + dates.map((date, i) => `${date},Payment,${i},Ana,Undeposited Funds,10.00\n`).join("");

  it.each([
    [["03/04/2026", "31/01/2026"], "2026-04-03"],
    [["03/04/2026", "01/31/2026"], "2026-03-04"],
    [["2026-03-04"], "2026-03-04"],
  ])("%j begin with %s", async (dates, first) => {
    const found = await read(await file("dates.csv", rows(...dates)));
    expect(found.payments[0]?.date).toBe(first);
  });

  it.each([
    [
      ["31/01/2026", "01/31/2026"],
      '"01/31/2026" (row 3) puts the month first, "31/01/2026" (row 2)',
    ],
    [["02/30/2026"], `row 2, field Date: "02/30/2026" isn't a calendar date`],
    [["soon"], 'row 2, field Date: "soon" is not a date such as 2026-01-31'],
    [[""], "row 2, field Date: is missing"],
  ])("%j are refused", async (dates, message) => {
    const path = await file("dates.csv", rows(...dates));
    await expect(loadPayments(path, "USD")).rejects.toThrow(message);
  });
});

describe("unreadable rows", () => {
  it.each([
    ["10.00", "ten", 'row 2, field Amount: "ten" is not an amount such as 1,234.56'],
    [
      "10.00",
      "10.005",
      'row 2, field Amount: "10.005" is 10005 if the point separates thousands, 10.005 if it is the decimal sign',
    ],
    [",10.00", "", "row 2: has 5 cells where the header has 6, and its amount is missing"],
    ["10.00", "10,00.00", "row 2: has 7 cells where the header has 6"],
  ])("%s as %s", async (right, wrong, message) => {
    const path = await file("bad.csv", HEAD + ROW.replace(right, wrong));
    await expect(loadPayments(path, "USD")).rejects.toThrow(message);
  });

  it("in a foreign currency without its amount", async () => {
    const text = "Date,Transaction type,Currency,Amount\n2026-01-31,Payment,EUR,11.70\n";
    const reading = loadPayments(await file("foreign.csv", text), "USD");
    await expect(reading).rejects.toThrow(
      'field Currency: is EUR, not USD; add the column "Foreign',
    );
  });
});
