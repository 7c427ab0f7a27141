import { expect, test } from "vitest";
import { dateInZone } from "@/lib/dates";
import { control, TODAY } from "./clients";
import type { Body } from "./xero-client";
import {
  accountId,
  by,
  eachInFreshBooks,
  emulators,
  fee,
  get,
  held,
  messages,
  reconnect,
  set,
  transfer,
  xero,
} from "./xero-world";

eachInFreshBooks();

test("answers are XML unless JSON is asked for, with dates of midnight UTC", async () => {
  await by("payments", { amount: 1000 });
  const asXml = await xero("GET", "Payments", undefined, { accept: "*/*" });
  expect(asXml.headers.get("content-type")).toContain("xml");
  expect(asXml.text).toContain("<Payments><Payment><PaymentID>");
  expect(asXml.text).toContain(`<Date>${TODAY}T00:00:00</Date>`);
  const [payment] = (await get("Payments")).Payments;
  expect(payment.Date).toBe(`/Date(${Date.parse(TODAY)}+0000)/`);
  expect(payment.Amount).toBe(10);
  await set({ decimals: "strings", dates: "plain" });
  const [spelled] = (await get("Payments")).Payments;
  expect(spelled).toMatchObject({ Amount: "10.00", Date: `/Date(${Date.parse(TODAY)})/` });
  const refused = await xero("GET", "Payments?where=Nonsense", undefined, { accept: "*/*" });
  expect(refused.text).toContain("<ApiException><ErrorNumber>16</ErrorNumber>");
});

test("lists have lines only by page, pages are clamped, and a changed row moves to the end", async () => {
  const entry = (amount: number) => ({
    type: "RECEIVE",
    account: "Business Account",
    lines: [{ account: "Sales", amount }],
  });
  const made: Body[] = [];
  for (const amount of [100, 200, 300]) made.push(await by("transactions", entry(amount)));
  const ids = made.map(({ BankTransaction }) => BankTransaction.BankTransactionID);
  const plain = await get("BankTransactions");
  expect(plain.BankTransactions.map(({ LineItems }: Body) => LineItems)).toEqual([[], [], []]);
  expect(plain.pagination).toBeUndefined();
  const paged = await get("BankTransactions?page=1&pageSize=5000");
  expect(paged.pagination).toEqual({ page: 1, pageSize: 1000, pageCount: 1, itemCount: 3 });
  expect(paged.BankTransactions[0].LineItems).toMatchObject([
    { LineAmount: 1, AccountCode: "200" },
  ]);
  const first = await get("BankTransactions?page=1&pageSize=2");
  await by("change", { id: ids[0], reference: "edited" });
  const second = await get("BankTransactions?page=2&pageSize=2");
  const seen = [...first.BankTransactions, ...second.BankTransactions].map(
    ({ BankTransactionID }: Body) => BankTransactionID,
  );
  expect(seen).toEqual([ids[0], ids[1], ids[0]]);
  const byId = await get("BankTransactions?page=1&order=BankTransactionID ASC");
  expect(byId.BankTransactions.map(({ BankTransactionID }: Body) => BankTransactionID)).toEqual(
    ids.toSorted(),
  );
});

test("where takes the optimised forms; another is refused as Xero's parser does", async () => {
  const { Payment } = await by("payments", { amount: 1000, date: "2026-10-31" });
  await by("payments", { amount: 2000, account: "Stripe Clearing", date: "2026-11-01" });
  const where = (text: string) => xero("GET", `Payments?where=${encodeURIComponent(text)}`);
  const account = await accountId("PayPal Clearing");
  const found = await where(
    `Status=="AUTHORISED" AND Date>=DateTime(2026, 10, 31) AND Account.AccountID==guid("${account}")`,
  );
  expect(found.body.Payments.map(({ PaymentID }: Body) => PaymentID)).toEqual([Payment.PaymentID]);
  expect((await where('Date < DateTime.Parse("2026-11-01")')).body.Payments).toHaveLength(1);
  for (const text of [
    'Status="AUTHORISED" AND',
    'Colour=="red"',
    'Account.AccountID=="text"',
    'Date>"2026-10-31"',
    'Status=="A" OR Status=="B"',
    "()",
  ]) {
    const { status, body } = await where(text);
    expect({ status, type: body.Type }, text).toEqual({ status: 400, type: "QueryParseException" });
  }
});

test("If-Modified-Since sees changes and deletions; deleted transfers only if they are asked for", async () => {
  const { Payment } = await by("payments", { amount: 1000 });
  const { BankTransfer } = await by("transfers", { amount: 500 });
  const later = 3600;
  await control(emulators, "POST", "/clock", { offsetSeconds: later });
  await reconnect();
  const since = new Date(Date.now() + later * 500).toISOString().slice(0, 19);
  const changed = (path: string, header = since) => get(path, { "if-modified-since": header });
  expect((await changed("Payments")).Payments).toEqual([]);
  expect((await changed("Payments", `${since}.000Z`)).Payments).toHaveLength(1);
  const payment = `Payments/${Payment.PaymentID}`;
  expect((await xero("POST", payment, { Status: "DELETED" })).status).toBe(200);
  expect((await changed("Payments")).Payments).toMatchObject([{ Status: "DELETED" }]);
  const [invoice] = (await changed("Invoices")).Invoices;
  expect(invoice).toMatchObject({ Status: "AUTHORISED", AmountDue: 10, AmountPaid: 0 });
  const path = `BankTransfers/${BankTransfer.BankTransferID}`;
  expect((await xero("POST", path, { Status: "DELETED" })).status).toBe(200);
  expect((await changed("BankTransfers")).BankTransfers).toEqual([]);
  const all = await changed("BankTransfers?includeDeleted=true");
  expect(all.BankTransfers).toMatchObject([{ Status: "DELETED" }]);
  const sides = await changed("BankTransactions?page=1");
  expect(sides.BankTransactions.map(({ Type, Status }: Body) => [Type, Status])).toEqual(
    expect.arrayContaining([
      ["SPEND-TRANSFER", "DELETED"],
      ["RECEIVE-TRANSFER", "DELETED"],
    ]),
  );
  expect(await held()).toEqual({ "Accounts Receivable": 1000, Sales: -1000 });
});

test("a payout of two documents: the bank has the net, the clearing account nothing, the fees are whole", async () => {
  await by("payments", { amount: 10_000 });
  const made = await xero("PUT", "BankTransfers", { BankTransfers: [await transfer()] });
  expect(made.body.BankTransfers).toMatchObject([
    { Amount: 96.55, Status: "AUTHORISED", FromIsReconciled: false },
  ]);
  const spent = await xero("PUT", "BankTransactions", await fee({ LineAmountTypes: "NoTax" }));
  expect(spent.body.BankTransactions).toMatchObject([
    { Total: 3.45, TotalTax: 0, CurrencyCode: "NZD", IsReconciled: false },
  ]);
  expect(await held()).toEqual({ "Business Account": 9655, "Merchant Fees": 345, Sales: -10_000 });
  await set({ listsTransfers: false });
  expect((await get("BankTransactions")).BankTransactions).toHaveLength(1);
  await set({ transferDeletes: "refused" });
  const path = `BankTransfers/${made.body.BankTransfers[0].BankTransferID}`;
  expect((await xero("POST", path, { Status: "DELETED" })).status).toBe(400);
});

test("a payout of one document on a clearing account that is no bank: lines may be negative", async () => {
  const card = { account: "Card Clearing" };
  await by("payments", { amount: 10_000, ...card });
  await by("payments", { kind: "refund", amount: 1500, ...card });
  const { Payments } = await get(
    `Payments?where=${encodeURIComponent('PaymentType=="ARCREDITPAYMENT"')}`,
  );
  expect(Payments).toMatchObject([{ Amount: 15, Invoice: { Type: "ACCRECCREDIT" } }]);
  expect((await get("CreditNotes")).CreditNotes).toMatchObject([
    { CreditNoteID: Payments[0].Invoice.InvoiceID, Status: "PAID", RemainingCredit: 0 },
  ]);
  const lines = [
    { Description: "Payout", UnitAmount: 85, AccountCode: "120" },
    { Description: "Fees", UnitAmount: -3.45, AccountCode: "404" },
  ];
  const receipt = { Type: "RECEIVE", BankAccount: { Code: "090" }, LineAmountTypes: "NoTax" };
  const made = await xero("PUT", "BankTransactions", await fee({ ...receipt, LineItems: lines }));
  expect(made.body.BankTransactions).toMatchObject([{ Total: 81.55 }]);
  expect(await held()).toEqual({ "Business Account": 8155, "Merchant Fees": 345, Sales: -8500 });
  const [, negative] = lines;
  const below = await fee({ ...receipt, LineItems: [negative] });
  expect((await xero("PUT", "BankTransactions", below)).status).toBe(400);
});

test("tax that isn't spoken of is the account's, within the amount, rounded per line", async () => {
  const line = (UnitAmount: number) => ({ Description: "Fee", UnitAmount, AccountCode: "404" });
  const LineItems = [line(0.29), line(0.29), line(10)];
  const made = await xero("PUT", "BankTransactions", await fee({ LineItems }));
  expect(made.body.BankTransactions).toMatchObject([
    { LineAmountTypes: "Inclusive", SubTotal: 9.2, TotalTax: 1.38, Total: 10.58 },
  ]);
  expect(await held()).toEqual({ "PayPal Clearing": -1058, "Merchant Fees": 920, GST: 138 });
  const exclusive = await fee({ LineItems, LineAmountTypes: "Exclusive" });
  const more = await xero("PUT", "BankTransactions", exclusive);
  expect(more.body.BankTransactions).toMatchObject([{ SubTotal: 10.58, TotalTax: 1.58 }]);
  const exact = { LineItems: [{ ...line(1.005), Quantity: 3 }], LineAmountTypes: "NoTax" };
  const rounded = await xero("PUT", "BankTransactions", await fee(exact));
  expect(rounded.body.BankTransactions[0].Total).toBe(3.03);
  const fine = await xero("PUT", "BankTransactions?unitdp=4", await fee(exact));
  expect(fine.body.BankTransactions[0].Total).toBe(3.02);
  await set({ country: "AU" });
  const { TaxRates } = await get("TaxRates");
  expect(TaxRates.map(({ TaxType }: Body) => TaxType)).toContain("BASEXCLUDED");
});

test("what a bank transaction refuses", async () => {
  const ids = { receivable: "610", unknown: "999" };
  const line = { Description: "Fee", UnitAmount: 5, AccountCode: "404" };
  const PayPal = { AccountID: await accountId("PayPal Clearing") };
  const refusals: [object, RegExp][] = [
    [{ Contact: undefined }, /^A Contact must be specified/],
    [{ BankAccount: { Code: "120" } }, /^A valid Bank Account/],
    [{ LineItems: [] }, /line items must be specified/],
    [{ LineItems: [{ ...line, AccountCode: ids.unknown }] }, /^Account code '999' is not a valid/],
    [{ LineItems: [{ ...line, AccountCode: ids.receivable }] }, /^Account code '610'/],
    [{ LineItems: [{ ...line, AccountCode: undefined, ...PayPal }] }, /is not a valid code/],
    [
      { LineItems: [{ ...line, TaxType: "OUTPUT2" }] },
      /^The TaxType code 'OUTPUT2' cannot be used/,
    ],
    [{ LineItems: [{ ...line, Quantity: 0 }] }, /quantity/],
    [{ LineItems: [{ ...line, Tracking: [{ Name: "Region", Option: "West" }] }] }, /tracking/],
    [{ Type: "RECEIVE-TRANSFER" }, /Type/],
    [{ Url: "https://go.xero.com/x" }, /Url/],
  ];
  for (const [more, expected] of refusals) {
    const refused = await xero("PUT", "BankTransactions", await fee(more));
    expect(refused).toMatchObject({
      status: 400,
      body: { ErrorNumber: 10, Type: "ValidationException" },
    });
    expect(messages(refused)[0], JSON.stringify(more)).toMatch(expected);
  }
  expect(await held()).toEqual({});
  const undated = await xero("PUT", "BankTransactions", await fee({ Date: undefined }));
  const today = dateInZone(new Date(), "Pacific/Auckland");
  expect(undated.body.BankTransactions[0].DateString).toBe(`${today}T00:00:00`);
  const unreadable = await xero("PUT", "BankTransactions", await fee({ Date: "20261118" }));
  expect(unreadable.body).toMatchObject({ ErrorNumber: 14, Type: "PostDataInvalidException" });
});

test("a batch says of each element what became of it, under 200; otherwise one refuses all", async () => {
  const elements = [
    await fee(),
    await fee({ Contact: undefined }),
    await fee({ Date: "2026-11-01" }),
  ];
  const body = { BankTransactions: elements };
  expect(messages(await xero("PUT", "BankTransactions", body))).toHaveLength(1);
  expect(await held()).toEqual({});
  const each = await xero("PUT", "BankTransactions?summarizeErrors=false", body);
  expect(each.status).toBe(200);
  expect(each.body.BankTransactions).toMatchObject([
    { StatusAttributeString: "OK" },
    { StatusAttributeString: "ERROR", ValidationErrors: [{}] },
    { StatusAttributeString: "OK" },
  ]);
  expect(await held()).toMatchObject({ "PayPal Clearing": -690 });
});
