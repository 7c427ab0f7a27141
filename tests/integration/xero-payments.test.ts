import { expect, test } from "vitest";
import { control } from "@/tests/support/emulators";
import { call, ok } from "../support/client";
import { eventually } from "../support/eventually";
import { settled } from "../support/worker";
import { inXero } from "./xero-books/world";

const books = inXero();

const ANN = { amount: 12_050, name: "Ann Baker" };
const CARL = { amount: 8_317, name: "Carl Dorn" };
const GROSS = ANN.amount + CARL.amount;
const BY_INVOICE_ONLY =
  "Xero records money without an invoice in bank accounts only, and Card Clearing isn't one. Book it to an account.";

/** A payout of two charges, of which the books have Ann Baker's payment alone. */
async function payout(account: string) {
  await books.by("payments", { amount: ANN.amount, customer: ANN.name, account });
  const before = await books.balances();
  const charges = [ANN, CARL];
  const { payout: made } = await control(books.emulators, "/stripe/payouts", { charges });
  await books.sync();
  const { id, lines } = await books.deposit();
  const line = lines.find(({ entity }: { entity: string }) => entity === CARL.name);
  return { before, net: made.amount as number, at: { deposit_id: id, line_id: line.id } };
}

type At = Awaited<ReturnType<typeof payout>>["at"];

const detail = ({ deposit_id }: At) =>
  ok("GET", `/qb/deposit/?deposit_id=${deposit_id}`, books.token);
const options = ({ deposit_id, line_id }: At) =>
  ok("GET", `/qb/line-options/?deposit_id=${deposit_id}&line_id=${line_id}`, books.token);

/** Confirms Ann Baker's payment where it is only suggested. */
async function post({ deposit_id }: At): Promise<void> {
  await settled(books.token);
  if ((await books.deposit()).status === "suggested") {
    await books.post("/qb/confirm-match/", { deposit_id });
    await settled(books.token);
  }
  expect(await books.deposit()).toMatchObject({ status: "posted" });
}

/** Carl Dorn's invoice is open, and the charge pays it. */
async function payInvoice(account: string) {
  await books.by("invoices", { number: "INV-7", amount: CARL.amount, customer: CARL.name });
  const made = await payout(account);
  const [fit] = (await options(made.at)).invoices;
  expect(fit.invoices).toMatchObject([{ number: "INV-7", balance: "83.17" }]);
  const invoices = [{ Id: fit.invoices[0].Id, amount: "83.17" }];
  await books.post("/qb/plan-invoice-payment/", { ...made.at, invoices });
  return made;
}

async function accountNamed(name: string): Promise<string> {
  const { accounts } = await ok("GET", "/qb/accounts/", books.token);
  return accounts.find(({ Name }: { Name: string }) => Name === name).Id;
}

/** The books don't know Carl Dorn: the charge is a sale of its own. */
async function receiptOf({ deposit_id, line_id }: At) {
  const item_id = await accountNamed("Other Revenue");
  return {
    ...{ deposit_id, line_ids: [line_id] },
    receipt: { customer: { Id: null, name: CARL.name }, item_id, date: "2026-10-31" },
  };
}

/** What the payout makes of the books, by the account of Carl Dorn's sale. */
const after = (net: number, income: string) => ({
  "Business Account": net,
  "Merchant Fees": GROSS - net,
  Sales: -ANN.amount,
  [income]: -CARL.amount - (income === "Sales" ? ANN.amount : 0),
});

async function undo({ deposit_id }: At): Promise<string> {
  return (await books.post("/qb/undo/", { deposit_id })).message;
}

const page = expect.stringMatching(
  /^https:\/\/go\.xero\.com\/organisationlogin\/default\.aspx\?shortcode=![0-9a-f]{5}&redirecturl=\/Bank\/ViewTransaction\.aspx\?bankTransactionID=[0-9a-f-]{36}$/,
);

test.each(["Stripe Clearing", "Card Clearing"])(
  "an open invoice is paid into %s and paid out; undone, it is open again",
  async (account) => {
    await books.begin(account);
    const { before, net, at } = await payInvoice(account);
    await post(at);
    expect(await books.balances()).toEqual(after(net, "Sales"));
    const { journal, quickbooks_url } = await detail(at);
    expect(quickbooks_url).toEqual(page);
    const [created] = journal.created;
    expect(created).toMatchObject({ name: "Payment", url: page });
    expect(created.lines).toMatchObject([
      { account, debit: "83.17" },
      { account: "Accounts Receivable", memo: "Invoice INV-7", credit: "83.17" },
    ]);
    const own = journal.lines.find(({ customer }: { customer: string }) => customer === CARL.name);
    expect(own.number).toMatch(/^Stripe ch_\w+ INV-7$/);

    await books.sync();
    expect(await books.deposit()).toMatchObject({ status: "posted" });
    expect(await undo(at)).toBe("Match undone");
    expect(await books.balances()).toEqual(before);
    await books.sync();
    expect((await options(at)).invoices).toMatchObject([{ invoices: [{ balance: "83.17" }] }]);
  },
);

test("a charge that the books don't know is received into a bank account; undone, nothing of it is left", async () => {
  await books.begin();
  const { before, net, at } = await payout("Stripe Clearing");
  const { matches, deposit } = await detail(at);
  expect(matches[0].payments[0].quickbooks_url).toEqual(page);
  expect(deposit.reason).toMatchObject({ action: "create_receipt" });
  await books.post("/qb/plan-receipt/", await receiptOf(at));
  await post(at);
  expect(await books.balances()).toEqual(after(net, "Other Revenue"));
  const { journal } = await detail(at);
  expect(journal.created).toMatchObject([
    { name: "Receive money", url: page, lines: [{ account: "Stripe Clearing" }, {}] },
  ]);
  expect(await undo(at)).toBe("Match undone. The customer Carl Dorn stays in Xero.");
  expect(await books.balances()).toEqual(before);
});

test("where payments wait in no bank account, such a charge is booked to an account instead", async () => {
  await books.begin("Card Clearing");
  const { before, net, at } = await payout("Card Clearing");
  expect(await options(at)).toMatchObject({
    no_receipt: BY_INVOICE_ONLY,
    offer: { first: "choose_account" },
  });
  expect((await detail(at)).deposit.reason).toMatchObject({ action: "choose_account" });
  const body = await receiptOf(at);
  const refused = await call("POST", "/qb/plan-receipt/", { token: books.token, body });
  expect([refused.status, refused.body.message]).toEqual([422, BY_INVOICE_ONLY]);

  const account_id = await accountNamed("Other Revenue");
  await books.post("/qb/book-line/", { ...at, kind: "charge", account_id });
  await post(at);
  expect(await books.balances()).toEqual(after(net, "Other Revenue"));
  expect(await undo(at)).toBe("Match undone");
  expect(await books.balances()).toEqual(before);
});

test("a charge that pays two invoices is recorded in Xero, which takes one for each payment", async () => {
  await books.begin();
  const sums = [5_000, CARL.amount - 5_000];
  for (const amount of sums) await books.by("invoices", { amount, customer: CARL.name });
  const { at } = await payout("Stripe Clearing");
  const { invoices } = await ok("GET", "/qb/open-invoices/?currency=USD", books.token);
  const body = {
    ...at,
    invoices: invoices.map(({ Id, balance }: { Id: string; balance: string }) => ({
      Id,
      amount: balance,
    })),
  };
  const refused = await call("POST", "/qb/plan-invoice-payment/", { token: books.token, body });
  expect([body.invoices.length, refused.status, refused.body.message]).toEqual([
    2,
    422,
    expect.stringContaining("records a payment against one invoice, for its whole amount."),
  ]);
});

test.each([
  ["Payments", payInvoice, "Sales"],
  ["BankTransactions", planReceipt, "Other Revenue"],
])("a lost answer of %s is found, and nothing is doubled", async (path, plan, income) => {
  await books.begin();
  await books.fault({ kind: "cut_after", times: 4, match: { method: "PUT", path } });
  const { before, net, at } = await plan("Stripe Clearing");
  if ((await books.deposit()).status === "suggested") {
    await books.post("/qb/confirm-match/", { deposit_id: at.deposit_id });
  }
  const lost = { state: "queued", outcomeUnknown: true };
  await eventually(async () => expect(await books.posting()).toMatchObject(lost));
  // Xero has forgotten by then what it answered to the key.
  await control(books.emulators, "/clock", { offsetSeconds: 7 * 60 });
  await settled(books.token);
  expect(await books.deposit()).toMatchObject({ status: "posted" });
  expect(await books.balances()).toEqual(after(net, income));
  expect(await books.payments()).toEqual(["deposited", "deposited"]);
  await undo(at);
  expect(await books.balances()).toEqual(before);
});

async function planReceipt(account: string) {
  const made = await payout(account);
  await books.post("/qb/plan-receipt/", await receiptOf(made.at));
  return made;
}
