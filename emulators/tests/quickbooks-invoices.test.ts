import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
import { type Books, connectedBooks, control, refusal, start } from "./clients";

interface Sold {
  Id: string;
  SyncToken: string;
  DocNumber: string;
  TotalAmt: number;
  Balance: number;
  RemainingCredit?: number;
  UnappliedAmt: number;
  DueDate: string;
  LinkedTxn?: { TxnId: string; TxnType: string }[];
  Line: { Amount: number; LineEx?: { any: { value: { Name: string; Value: string } }[] } }[];
}

let emulators: Emulators;
let books: Books;
let customer: string;

beforeAll(async () => {
  emulators = await start();
});
afterAll(() => emulators.close());
beforeEach(async () => {
  await control(emulators, "POST", "/reset", { company: "empty" });
  books = await connectedBooks(emulators);
  customer = String((await books("createCustomer", { DisplayName: "Harbor Coffee" })).Id);
});

const call = async (method: string, ...args: unknown[]) =>
  (await books(method, ...args)) as unknown as Sold;
const sold = (Amount: number, more: object = {}) => ({
  CustomerRef: { value: customer },
  Line: [{ Amount, DetailType: "SalesItemLineDetail", SalesItemLineDetail: {} }],
  ...more,
});
const invoice = (amount: number, more?: object) => call("createInvoice", sold(amount, more));
const memo = (amount: number) => call("createCreditMemo", sold(amount));
const on = ({ Id }: Sold, Amount: number, TxnType = "Invoice") => ({
  Amount,
  LinkedTxn: [{ TxnId: Id, TxnType }],
});
const pay = (TotalAmt: number, Line: object[], more: object = {}) =>
  call("createPayment", { CustomerRef: { value: customer }, TotalAmt, Line, ...more });
const read = ({ Id }: Sold) => call("getInvoice", Id);
const balance = async (of: Sold) => (await read(of)).Balance;
const openIds = async () => {
  const where = [{ field: "Balance", operator: ">", value: "0" }];
  const { QueryResponse } = (await books("findInvoices", where)) as unknown as {
    QueryResponse: { Invoice?: Sold[] };
  };
  return (QueryResponse.Invoice ?? []).map(({ Id }) => Id).sort();
};

describe("an invoice", () => {
  test("is open for its total, due on its day, and numbered", async () => {
    const made = await invoice(120.5, { TxnDate: "2026-11-02" });
    expect(made).toMatchObject({ TotalAmt: 120.5, Balance: 120.5, DueDate: "2026-11-02" });
    expect(made.DocNumber).toMatch(/^\d+$/);
    expect(await openIds()).toEqual([made.Id]);
  });

  test("needs a customer and a line", async () => {
    const { CustomerRef: _, ...nobody } = sold(5);
    expect(await refusal(books("createInvoice", nobody))).toEqual({ status: 400, code: "2020" });
    const empty = { ...sold(5), Line: [] };
    expect(await refusal(books("createInvoice", empty))).toEqual({ status: 400, code: "2020" });
  });

  test("keeps what was paid when its lines change, but not below it", async () => {
    const made = await invoice(100);
    await pay(60, [on(made, 60)]);
    const current = await read(made);
    const raised = await call("updateInvoice", { ...current, ...sold(110) });
    expect(raised).toMatchObject({ TotalAmt: 110, Balance: 50 });
    expect(raised.LinkedTxn).toHaveLength(1);
    const lowered = books("updateInvoice", { ...raised, ...sold(59) });
    expect(await refusal(lowered)).toEqual({ status: 400, code: "6000" });
    expect(await balance(made)).toBe(50);
  });

  test("that is voided or deleted leaves its payment unapplied", async () => {
    const [first, second] = [await invoice(40), await invoice(50)];
    const paid = await pay(90, [on(first, 40), on(second, 50)]);
    await call("voidInvoice", await read(first));
    expect(await read(first)).toMatchObject({ TotalAmt: 0, Balance: 0, PrivateNote: "Voided" });
    expect(await call("getPayment", paid.Id)).toMatchObject({ TotalAmt: 90, UnappliedAmt: 40 });
    await call("deleteInvoice", await read(second));
    const { UnappliedAmt, Line } = await call("getPayment", paid.Id);
    expect({ UnappliedAmt, Line }).toEqual({ UnappliedAmt: 90, Line: [] });
  });
});

describe("a payment", () => {
  test("of several invoices moves each balance, and each names it", async () => {
    const [first, second] = [await invoice(40), await invoice(50)];
    const paid = await pay(100, [on(first, 40), on(second, 30)]);
    expect(paid).toMatchObject({ UnappliedAmt: 30 });
    const notes = paid.Line[1]?.LineEx?.any.map(({ value }) => value);
    expect(notes).toEqual([
      { Name: "txnId", Value: second.Id },
      { Name: "txnOpenBalance", Value: "50.00" },
      { Name: "txnReferenceNumber", Value: second.DocNumber },
    ]);
    expect(await read(first)).toMatchObject({
      Balance: 0,
      SyncToken: "1",
      LinkedTxn: [{ TxnId: paid.Id, TxnType: "Payment" }],
    });
    expect(await openIds()).toEqual([second.Id]);
  });

  test("is refused when it applies too much, to nobody's invoice, or across customers and currencies", async () => {
    const made = await invoice(40);
    const other = String((await books("createCustomer", { DisplayName: "Lakeside" })).Id);
    const refusals = [
      pay(50, [on(made, 41)]),
      pay(30, [on(made, 31)]),
      pay(40, [on({ ...made, Id: "999" }, 40)]),
      pay(40, [on(made, 40)], { CustomerRef: { value: other } }),
      pay(40, [on(made, 40)], { CurrencyRef: { value: "EUR" } }),
      pay(80, [on(made, 30), on(made, 30)]),
    ];
    const codes = (await Promise.all(refusals.map(refusal))).map(({ code }) => code);
    expect(codes).toEqual(["6000", "6000", "2500", "6000", "6000", "6000"]);
    expect(await read(made)).toMatchObject({ Balance: 40, SyncToken: "0" });
  });

  test("of a parent pays an invoice of its job", async () => {
    const job = await books("createCustomer", {
      DisplayName: "Kitchen",
      ParentRef: { value: customer },
    });
    const made = await invoice(40, { CustomerRef: { value: job.Id } });
    await pay(40, [on(made, 40)]);
    expect(await balance(made)).toBe(0);
  });

  test("gives back what it applied when it is changed, voided or deleted", async () => {
    const [first, second] = [await invoice(40), await invoice(50)];
    const paid = await pay(50, [on(first, 40)]);
    const moved = await call("updatePayment", { ...paid, Line: [on(second, 45)] });
    expect([await balance(first), await balance(second)]).toEqual([40, 5]);
    const before = await read(second);
    const noted = await call("updatePayment", { ...moved, PrivateNote: "Card" });
    expect(await read(second)).toEqual(before);
    await call("voidPayment", noted);
    expect(await balance(second)).toBe(50);
    expect(await call("getPayment", paid.Id)).toMatchObject({ TotalAmt: 0, UnappliedAmt: 0 });
    const again = await pay(50, [on(second, 50)]);
    await call("deletePayment", again);
    expect(await balance(second)).toBe(50);
    expect((await read(second)).LinkedTxn).toBeUndefined();
  });

  test("that is on a Deposit can't be voided, and its invoice stays paid", async () => {
    const made = await invoice(40);
    const paid = await pay(40, [on(made, 40)]);
    await books("createDeposit", {
      DepositToAccountRef: { value: "31" },
      Line: [{ Amount: 40, LinkedTxn: [{ TxnId: paid.Id, TxnType: "Payment", TxnLineId: "0" }] }],
    });
    const current = await call("getPayment", paid.Id);
    expect(await refusal(books("voidPayment", current))).toEqual({ status: 400, code: "6540" });
    expect(await balance(made)).toBe(0);
  });
});

describe("a credit memo", () => {
  test("pays a part of an invoice through a payment of nothing", async () => {
    const [made, credit] = [await invoice(40), await memo(15)];
    const paid = await pay(0, [on(made, 15), on(credit, 15, "CreditMemo")]);
    expect(paid).toMatchObject({ TotalAmt: 0, UnappliedAmt: 0 });
    expect(await balance(made)).toBe(25);
    const used = await call("getCreditMemo", credit.Id);
    expect(used).toMatchObject({ Balance: 0, RemainingCredit: 0 });
  });

  test("that is deleted takes back what it paid", async () => {
    const [made, credit] = [await invoice(40), await memo(15)];
    await pay(10, [on(made, 25), on(credit, 15, "CreditMemo")]);
    expect(await balance(made)).toBe(15);
    await call("deleteCreditMemo", await call("getCreditMemo", credit.Id));
    expect(await balance(made)).toBe(40);
  });
});

test("changes list an invoice that a payment moved, and one that was deleted", async () => {
  const since = new Date(Date.now() - 2000).toISOString();
  const [made, gone] = [await invoice(40), await invoice(50)];
  await pay(10, [on(made, 10)]);
  await call("deleteInvoice", gone);
  const changes = JSON.stringify(await books("changeDataCapture", ["Invoice"], since));
  const { CDCResponse } = JSON.parse(changes) as {
    CDCResponse: [{ QueryResponse: [{ Invoice: object[] }] }];
  };
  expect(CDCResponse[0].QueryResponse[0].Invoice).toMatchObject([
    { Id: gone.Id, status: "Deleted" },
    { Id: made.Id, Balance: 30 },
  ]);
});
