import { expect, test } from "vitest";
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
  set,
  transfer,
  xero,
} from "./xero-world";

eachInFreshBooks();

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
