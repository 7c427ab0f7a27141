import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
import { dateInZone } from "@/lib/dates";
import { control, start, TODAY } from "./clients";
import { type Body, connectXero, type Xero } from "./xero-client";

let emulators: Emulators;
let xero: Xero;

beforeAll(async () => {
  emulators = await start({ company: "empty" });
});
beforeEach(async () => {
  await control(emulators, "POST", "/reset");
  ({ xero } = await connectXero(emulators));
});
afterAll(() => emulators.close());

const by = async (name: string, body: object): Promise<Body> =>
  (await control(emulators, "POST", `/xero/${name}`, body)).body;
const set = (body: object) => by("company", body);
const get = async (path: string, headers?: Record<string, string>): Promise<Body> =>
  (await xero("GET", path, undefined, headers)).body;

async function accountId(name: string): Promise<string> {
  const { Accounts } = await get(`Accounts?where=${encodeURIComponent(`Name=="${name}"`)}`);
  return Accounts[0].AccountID;
}

/** What the accounts hold that hold anything, in minor units. */
const held = async (): Promise<Body> => (await control(emulators, "GET", "/xero/balances")).body;

const messages = ({ body }: { body: Body }) =>
  body.Elements.flatMap(({ ValidationErrors }: Body) =>
    ValidationErrors.map(({ Message }: Body) => Message),
  );

async function fee(more: object = {}): Promise<Body> {
  return {
    Type: "SPEND",
    Contact: { Name: "PayPal" },
    BankAccount: { AccountID: await accountId("PayPal Clearing") },
    Date: TODAY,
    LineItems: [{ Description: "Fees", UnitAmount: 3.45, AccountCode: "404" }],
    ...more,
  };
}

async function transfer(more: object = {}): Promise<Body> {
  return {
    FromBankAccount: { AccountID: await accountId("PayPal Clearing") },
    ToBankAccount: { Code: "090" },
    Amount: 96.55,
    Date: TODAY,
    ...more,
  };
}

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
  ({ xero } = await connectXero(emulators));
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

test("an idempotency key answers the same for six minutes, a refusal too, and no other request", async () => {
  const put = (key: string, body: object) =>
    xero("PUT", "BankTransactions", body, { "idempotency-key": key });
  const wanted = await fee();
  const first = await put("k1", wanted);
  expect((await put("k1", wanted)).text).toBe(first.text);
  expect((await put("k1", { ...wanted, Reference: "other" })).body).toEqual({
    Message: "Idempotency Key: k1 is used with a different request.",
  });
  await set({ periodLockDate: TODAY });
  expect((await put("k2", wanted)).status).toBe(400);
  await set({ periodLockDate: null });
  expect((await put("k2", wanted)).status).toBe(400);
  expect((await put("x".repeat(129), wanted)).status).toBe(400);
  expect((await put("k3", { ...wanted, Date: "20261118" })).body.ErrorNumber).toBe(14);
  expect((await put("k3", wanted)).body.Message).toContain("k3 is used with a different request");
  expect(await held()).toMatchObject({ "PayPal Clearing": -345 });
  await control(emulators, "POST", "/clock", { offsetSeconds: 361 });
  expect((await put("k1", wanted)).text).not.toBe(first.text);
  expect(await held()).toMatchObject({ "PayPal Clearing": -690 });
});

test("nothing on or before a lock date is created, changed or deleted; advisers pass that of the period", async () => {
  const { body } = await xero("PUT", "BankTransactions", await fee());
  const path = `BankTransactions/${body.BankTransactions[0].BankTransactionID}`;
  await set({ periodLockDate: TODAY });
  const refusals = [
    await xero("PUT", "BankTransactions", await fee()),
    await xero("PUT", "BankTransfers", await transfer()),
    await xero("POST", path, { Date: "2026-12-01" }),
    await xero("POST", path, { Status: "DELETED" }),
  ];
  for (const refused of refusals) {
    expect(messages(refused)).toEqual([
      "The document date cannot be before the period lock date, currently set at 18-Nov-2026",
    ]);
  }
  const [organisation] = (await get("Organisation")).Organisations;
  expect(organisation.PeriodLockDate).toBe(`/Date(${Date.parse(TODAY)}+0000)/`);
  await set({ adviser: true });
  expect((await xero("POST", path, { Status: "DELETED" })).status).toBe(200);
  await set({ endOfYearLockDate: TODAY });
  expect((await xero("PUT", "BankTransfers", await transfer())).status).toBe(400);
});

test("transfers join two bank accounts of one currency", async () => {
  const USD = { AccountID: await accountId("PayPal USD") };
  for (const more of [
    { FromBankAccount: USD },
    { ToBankAccount: { Code: "120" } },
    { FromBankAccount: { Code: "090" } },
    { Amount: 0 },
    { Amount: 1.005 },
  ]) {
    const refused = await xero("PUT", "BankTransfers", await transfer(more));
    expect(refused.status, JSON.stringify(more)).toBe(400);
  }
  expect(await held()).toEqual({});
});

test("a payment is at most what is due, isn't edited, and its deletion reopens the invoice", async () => {
  const { Invoice } = await by("invoices", { amount: 5000, number: "INV-7" });
  const pay = async (Amount: number, account = "PayPal Clearing") =>
    xero("PUT", "Payments", {
      Invoice: { InvoiceNumber: "INV-7" },
      Account: { AccountID: await accountId(account) },
      Date: TODAY,
      Amount,
    });
  expect(messages(await pay(50.01))).toEqual([
    "Payment amount exceeds the amount outstanding on this document",
  ]);
  expect((await pay(10, "Sales")).status).toBe(400);
  expect((await pay(20, "Card Clearing")).status).toBe(200);
  const { body } = await pay(30);
  expect(body.Payments[0].Invoice).toMatchObject({
    InvoiceNumber: "INV-7",
    Contact: { Name: "Walk-in customer" },
  });
  const path = `Invoices/${Invoice.InvoiceID}`;
  expect((await get(path)).Invoices).toMatchObject([{ Status: "PAID", AmountDue: 0 }]);
  expect(messages(await pay(1))).toEqual([
    "Payments can only be made against Authorised documents",
  ]);
  const payment = `Payments/${body.Payments[0].PaymentID}`;
  expect((await xero("POST", payment, { Reference: "other" })).status).toBe(400);
  await by("reconcile", { id: body.Payments[0].PaymentID });
  expect((await xero("POST", payment, { Status: "DELETED" })).status).toBe(400);
  await set({ reconciledChanges: "taken" });
  expect((await xero("POST", payment, { Status: "DELETED" })).status).toBe(200);
  expect((await get(path)).Invoices).toMatchObject([{ Status: "AUTHORISED", AmountDue: 30 }]);
  expect(await held()).toMatchObject({ "Card Clearing": 2000, "Accounts Receivable": 3000 });
});

test("what is reconciled or a transfer's side refuses changes; an update replaces the lines", async () => {
  const { body } = await xero("PUT", "BankTransactions", await fee());
  const id = body.BankTransactions[0].BankTransactionID;
  const LineItems = [{ Description: "Fees", UnitAmount: 4, AccountCode: "406" }];
  const edited = await xero("POST", `BankTransactions/${id}`, { LineItems, Reference: "po_1" });
  expect(edited.body.BankTransactions).toMatchObject([{ Total: 4, Reference: "po_1" }]);
  expect(await held()).toEqual({ "PayPal Clearing": -400, Disputes: 400 });
  await by("reconcile", { id });
  expect((await xero("POST", `BankTransactions/${id}`, { Status: "DELETED" })).status).toBe(400);
  const { BankTransfer } = await by("transfers", { amount: 500 });
  const side = `BankTransactions/${BankTransfer.ToBankTransactionID}`;
  expect((await xero("POST", side, { Status: "DELETED" })).status).toBe(400);
  const [received] = (await get(side)).BankTransactions;
  expect(received).toMatchObject({ Type: "RECEIVE-TRANSFER", Total: 5 });
  expect(received).not.toHaveProperty("Contact");
  await by("reconcile", { id: BankTransfer.BankTransferID, side: "to" });
  const path = `BankTransfers/${BankTransfer.BankTransferID}`;
  expect((await get(path)).BankTransfers).toMatchObject([
    { FromIsReconciled: false, ToIsReconciled: true },
  ]);
  expect((await xero("POST", path, { Status: "DELETED" })).status).toBe(400);
});

test("contacts: PUT refuses a known name, POST and documents overwrite what is sent along", async () => {
  expect(messages(await xero("PUT", "Contacts", { Name: "paypal" }))[0]).toContain(
    "already assigned to another contact",
  );
  const { Contacts } = await get("Contacts?searchTerm=PayP&summaryOnly=true&page=1");
  expect(Contacts).toHaveLength(1);
  const { ContactID } = Contacts[0];
  await xero("PUT", "BankTransactions", await fee({ Contact: { ContactID, Name: "PayPal NZ" } }));
  const again = await xero("POST", "Contacts", { Name: "PayPal NZ", EmailAddress: "p@p.example" });
  expect(again.body.Contacts).toMatchObject([{ ContactID, EmailAddress: "p@p.example" }]);
  await by("change", { id: ContactID, removed: true });
  expect((await get("Contacts?searchTerm=PayP")).Contacts).toEqual([]);
  expect((await get(`Contacts/${ContactID}`)).Contacts).toMatchObject([
    { ContactStatus: "ARCHIVED" },
  ]);
});

test("each currency has its own clearing account; an invoice in one the books don't have is refused", async () => {
  await by("payments", { amount: 10_000, account: "PayPal USD" });
  const [payment] = (await get("Payments")).Payments;
  expect(payment).toMatchObject({ Amount: 100, Invoice: { CurrencyCode: "USD" } });
  await by("payments", {
    amount: 5000,
    currency: "USD",
    account: "Business Account",
    bankAmount: 8300,
  });
  expect(await held()).toEqual({
    "PayPal USD": 10_000,
    "Business Account": 8300,
    "Sales (USD)": -15_000,
  });
  const { body } = await control(emulators, "GET", "/state");
  const [{ accounts }]: Body = body.xero;
  expect(accounts.find(({ name }: Body) => name === "PayPal USD")).toMatchObject({
    currency: "USD",
    balance: 10_000,
  });
  const sale = { Type: "ACCREC", Contact: { Name: "PayPal" }, Status: "AUTHORISED" };
  const LineItems = [{ Description: "Sale", UnitAmount: 100, AccountCode: "200" }];
  const put = (CurrencyCode: string) =>
    xero("PUT", "Invoices", { ...sale, LineItems, CurrencyCode, Date: TODAY });
  expect(messages(await put("JPY"))).toEqual(["Organisation is not subscribed to currency JPY"]);
  const made = await put("GBP");
  expect(made.body.Invoices).toMatchObject([
    { LineAmountTypes: "Exclusive", Total: 115, AmountDue: 115, CurrencyCode: "GBP" },
  ]);
  await set({ currencies: ["NZD", "JPY"], multicurrency: false });
  expect((await put("JPY")).status).toBe(400);
});

test("a snapshot brings back books, connections and tokens", async () => {
  await by("payments", { amount: 1000 });
  const snapshot = await control(emulators, "GET", "/snapshot");
  await xero("PUT", "BankTransactions", await fee());
  await control(emulators, "POST", "/restore", snapshot.body);
  expect(await held()).toEqual({ "PayPal Clearing": 1000, Sales: -1000 });
  expect(await control(emulators, "POST", "/xero/payments", { amount: 0 })).toMatchObject({
    status: 400,
  });
});
