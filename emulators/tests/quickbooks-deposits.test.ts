import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
import { type Books, connectedBooks, control, refusal, start } from "./clients";

let emulators: Emulators;
let qbo: Books;
let accounts: Record<string, string>;

beforeAll(async () => {
  emulators = await start({ company: "empty" });
});
afterAll(() => emulators.close());
beforeEach(async () => {
  await control(emulators, "POST", "/reset");
  qbo = await connectedBooks(emulators);
  const { body } = await control(emulators, "GET", "/state");
  const list = body.accounts as unknown as { id: string; name: string }[];
  accounts = Object.fromEntries(list.map(({ id, name }) => [name, id]));
});

interface Txn {
  Id: string;
  SyncToken: string;
  TotalAmt: number;
  LinkedTxn?: { TxnId: string; TxnType: string }[];
  Line: { Amount: number }[];
}

async function sale(input: object, type = "Payment"): Promise<Txn> {
  const { body } = await control(emulators, "POST", "/quickbooks/payments", { type, ...input });
  return (body as unknown as Record<string, Txn>)[type] ?? never();
}

function never(): never {
  throw new Error("nothing was made");
}

function linked({ Id, TotalAmt }: Txn, TxnType = "Payment") {
  return { Amount: TotalAmt, LinkedTxn: [{ TxnId: Id, TxnType, TxnLineId: "0" }] };
}

function direct(Amount: number, account = "Merchant Processing Fees") {
  const DepositLineDetail = { AccountRef: { value: accounts[account] } };
  return { Amount, DetailType: "DepositLineDetail", Description: "fees", DepositLineDetail };
}

function deposit(lines: object[], more: object = {}) {
  return { DepositToAccountRef: { value: accounts.Checking }, Line: lines, ...more };
}

async function create(body: object): Promise<Txn> {
  return (await qbo("createDeposit", body)) as unknown as Txn;
}

async function read(id: string, type = "Payment"): Promise<Txn> {
  return (await qbo(`get${type}`, id)) as unknown as Txn;
}

describe("a deposit of payments, a receipt, a refund and fees", () => {
  let payments: [Txn, Txn, Txn];
  let made: Txn;

  beforeEach(async () => {
    payments = [
      await sale({ amount: 167_552 }),
      await sale({ amount: 2999, depositTo: "omit" }, "SalesReceipt"),
      await sale({ amount: 1050 }, "RefundReceipt"),
    ];
    const [payment, receipt, refund] = payments;
    made = await create(
      deposit([
        linked(payment),
        linked(receipt, "SalesReceipt"),
        { ...linked(refund, "RefundReceipt"), Amount: -10.5 },
        direct(-4.32),
      ]),
    );
  });

  test("totals to the cent although linked lines return without cents", () => {
    expect(made.TotalAmt).toBe(1690.69);
    expect(made.Line.map(({ Amount }) => Amount)).toEqual([1675, 29, -10, -4.32]);
  });

  test("locks its payments against changes and other deposits", async () => {
    const [payment] = payments;
    const held = await read(payment.Id);
    expect(held.LinkedTxn).toEqual([{ TxnId: made.Id, TxnType: "Deposit" }]);
    const edit = { ...held, PrivateNote: "changed" };
    expect(await refusal(qbo("updatePayment", edit))).toEqual({ status: 400, code: "6540" });
    const header = { Id: held.Id, SyncToken: held.SyncToken };
    expect((await refusal(qbo("deletePayment", header))).code).toBe("6540");
    expect((await refusal(create(deposit([linked(payment)])))).code).toBe("6000");
  });

  test("releases them when deleted, only with the right SyncToken", async () => {
    const wrong = { Id: made.Id, SyncToken: "9" };
    expect((await refusal(qbo("deleteDeposit", wrong))).code).toBe("5010");
    const answer = await qbo("deleteDeposit", { Id: made.Id, SyncToken: made.SyncToken });
    expect(answer.Deposit).toEqual({ status: "Deleted", domain: "QBO", Id: made.Id });
    expect((await read(payments[0].Id)).LinkedTxn).toBeUndefined();
    expect((await refusal(read(made.Id, "Deposit"))).code).toBe("610");
    expect((await create(deposit([linked(payments[0])]))).TotalAmt).toBe(1675.52);
  });

  test("is replaced as a whole, with the data read from it", async () => {
    const sparse = { Id: made.Id, SyncToken: made.SyncToken, PrivateNote: "n", sparse: true };
    expect((await refusal(qbo("updateDeposit", sparse))).code).toBe("2020");
    const whole = { ...(await read(made.Id, "Deposit")), PrivateNote: "n" };
    const updated = (await qbo("updateDeposit", whole)) as unknown as Txn;
    expect(updated).toMatchObject({ TotalAmt: 1690.69, PrivateNote: "n", SyncToken: "1" });
    expect((await refusal(qbo("updateDeposit", whole))).code).toBe("5010");
  });
});

describe("what QuickBooks refuses", () => {
  test("no account, no lines, the wrong account", async () => {
    const payment = await sale({ amount: 1000 });
    const { DepositToAccountRef: _, ...without } = deposit([linked(payment)]);
    expect((await refusal(create(without))).code).toBe("2020");
    expect((await refusal(create(deposit([])))).code).toBe("2020");
    for (const name of ["Sales", "Undeposited Funds"]) {
      const wrong = deposit([linked(payment)], { DepositToAccountRef: { value: accounts[name] } });
      expect((await refusal(create(wrong))).code).toBe("6000");
    }
    const unknown = deposit([linked(payment)], { DepositToAccountRef: { value: "9999" } });
    expect((await refusal(create(unknown))).code).toBe("2500");
  });

  test("a linked line with a detail, a part of a payment, a payment twice or not undeposited", async () => {
    const payment = await sale({ amount: 1000 });
    const detailed = { ...linked(payment), DetailType: "DepositLineDetail" };
    expect((await refusal(create(deposit([detailed])))).code).toBe("2020");
    const part = { ...linked(payment), Amount: 9.99 };
    expect((await refusal(create(deposit([part])))).code).toBe("6000");
    const twice = deposit([linked(payment), linked(payment)]);
    expect((await refusal(create(twice))).code).toBe("6000");
    const banked = await sale({ amount: 500, depositTo: accounts.Checking });
    expect((await refusal(create(deposit([linked(banked)])))).code).toBe("6000");
    expect((await refusal(create(deposit([linked({ ...payment, Id: "77" })])))).code).toBe("610");
    expect((await read(payment.Id)).LinkedTxn).toBeUndefined();
  });

  test("a negative total, mixed currencies, an unknown property", async () => {
    const payment = await sale({ amount: 1000 });
    expect((await refusal(create(deposit([linked(payment), direct(-10.01)])))).code).toBe("6000");
    expect((await create(deposit([linked(payment), direct(-10)]))).TotalAmt).toBe(0);
    const euro = await sale({ amount: 1000, currency: "EUR", customer: "Euro" });
    const dollar = await sale({ amount: 1000 });
    expect((await refusal(create(deposit([linked(dollar), linked(euro)])))).code).toBe("6000");
    const invented = deposit([linked(dollar)], { Memo: "x" });
    expect((await refusal(create(invented))).code).toBe("2010");
    expect((await refusal(create(deposit([direct(1.234)])))).code).toBe("6000");
  });
});

test("an undeposited payment can be changed with its latest version", async () => {
  const payment = await sale({ amount: 1000, customer: "Ada" });
  const change = { Id: payment.Id, SyncToken: payment.SyncToken, TotalAmt: 12.5, sparse: true };
  const changed = await qbo("updatePayment", { ...change });
  expect(changed).toMatchObject({ SyncToken: "1", TotalAmt: 12.5, UnappliedAmt: 12.5 });
  expect(changed.CustomerRef).toMatchObject({ name: "Ada" });
  expect((await refusal(qbo("updatePayment", { ...change }))).code).toBe("5010");
});

test("yen have no cents, dinars have three digits", async () => {
  const yen = await sale({ amount: 5000, currency: "JPY", customer: "Tokyo" });
  const made = await create(deposit([linked(yen), direct(-180)]));
  expect(made).toMatchObject({ TotalAmt: 4820, CurrencyRef: { value: "JPY" } });
  const dinar = await sale({ amount: 12_345, currency: "KWD", customer: "Kuwait" });
  expect(dinar.TotalAmt).toBe(12.345);
  expect((await create(deposit([linked(dinar), direct(-0.345)]))).TotalAmt).toBe(12);
});

test("a repeated requestid gets the same answer and changes nothing", async () => {
  const payment = await sale({ amount: 4200 });
  const body = () => ({ ...deposit([linked(payment)]), requestId: "payout-1" });
  const first = await create(body());
  expect(await create(body())).toEqual(first);
  const { body: state } = await control(emulators, "GET", "/state");
  expect(state.deposits).toHaveLength(1);
});

test("a journal entry in Undeposited Funds can be deposited", async () => {
  const side = (PostingType: string, account: string) => ({
    Amount: 12.34,
    DetailType: "JournalEntryLineDetail",
    JournalEntryLineDetail: { PostingType, AccountRef: { value: accounts[account] } },
  });
  const entry = (await qbo("createJournalEntry", {
    Line: [side("Debit", "Undeposited Funds"), side("Credit", "Sales")],
  })) as unknown as Txn;
  const made = await create(deposit([linked(entry, "JournalEntry")]));
  expect(made.TotalAmt).toBe(12.34);
});
