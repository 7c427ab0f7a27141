import { afterAll, beforeAll, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
import { type Books, connectedBooks, connectQuickBooks, control, refusal, start } from "./clients";

let emulators: Emulators;
let qbo: Books;

beforeAll(async () => {
  emulators = await start();
  qbo = await connectedBooks(emulators);
});
afterAll(() => emulators.close());

interface Row {
  Id: string;
  TxnDate: string;
  TotalAmt: number;
  [field: string]: unknown;
}

interface Answer {
  [entity: string]: Row[];
}

async function query(method: string, criteria: unknown): Promise<Answer & { totalCount: number }> {
  return (await qbo(method, criteria)).QueryResponse ?? never();
}

function never(): never {
  throw new Error("no QueryResponse");
}

test("fetchAll reads every payment once, page by page", async () => {
  const { totalCount } = await query("findPayments", { count: true });
  const { Payment: all = [] } = await query("findPayments", { limit: 50, fetchAll: true });
  expect(all).toHaveLength(totalCount);
  expect(new Set(all.map(({ Id }) => Id)).size).toBe(totalCount);
  expect(totalCount).toBeGreaterThan(100);
});

test("where, in, like, order and paging", async () => {
  const { Account: banks = [] } = await query("findAccounts", [
    { field: "AccountType", value: ["Bank", "Expense"], operator: "IN" },
  ]);
  expect(banks.map(({ Name }) => Name)).toEqual([
    "Bank Charges",
    "Chargebacks",
    "Checking",
    "Euro Account",
    "Merchant Processing Fees",
    "Savings",
  ]);
  const { Account: held = [] } = await query("findAccounts", {
    AccountSubType: "UndepositedFunds",
  });
  expect(held.map(({ Name }) => Name)).toEqual(["Undeposited Funds"]);
  const { SalesReceipt: rows = [] } = await query("findSalesReceipts", [
    { field: "TxnDate", value: "2026-10-01", operator: ">=" },
    { field: "TxnDate", value: "2026-10-15", operator: "<" },
    { field: "TotalAmt", value: 30, operator: ">" },
    { field: "asc", value: "TxnDate" },
    { field: "limit", value: 5 },
    { field: "offset", value: 2 },
  ]);
  expect(rows).toHaveLength(5);
  expect(rows.every((row) => row.TxnDate >= "2026-10-01" && row.TxnDate < "2026-10-15")).toBe(true);
  expect(rows.every(({ TotalAmt }) => TotalAmt > 30)).toBe(true);
  expect(rows.map(({ TxnDate }) => TxnDate)).toEqual(rows.map(({ TxnDate }) => TxnDate).sort());
  const { Customer: dental = [] } = await query("findCustomers", [
    { field: "DisplayName", value: "%dental%", operator: "LIKE" },
  ]);
  expect(dental.length).toBeGreaterThan(0);
});

test("quotes are escaped, an empty result has no list", async () => {
  await qbo("createCustomer", { DisplayName: "Finn O'Hara" });
  const { Customer: found = [] } = await query("findCustomers", { DisplayName: "Finn O'Hara" });
  expect(found).toHaveLength(1);
  expect(await query("findCustomers", { DisplayName: "Nobody" })).toEqual({});
  expect((await refusal(qbo("createCustomer", { DisplayName: "Finn O'Hara" }))).code).toBe("6240");
});

test("field lists, and a query in the body of a POST", async () => {
  const access = (await connectQuickBooks(emulators)).getToken().access_token;
  const path = `/v3/company/${emulators.credentials.realmId}/query?minorversion=75`;
  const answer = await fetch(`${emulators.quickbooks.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${access}`, "content-type": "application/text" },
    body: "SELECT Id, TotalAmt FROM Payment ORDERBY TotalAmt DESC MAXRESULTS 2",
  });
  const { QueryResponse: response, time } = (await answer.json()) as {
    QueryResponse: { Payment: Row[]; maxResults: number };
    time: string;
  };
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT.*-08:00$/);
  expect(response.maxResults).toBe(2);
  const [first, second] = response.Payment;
  expect(Object.keys(first ?? {}).sort()).toEqual(["Id", "TotalAmt", "domain", "sparse"]);
  expect(Number(first?.TotalAmt)).toBeGreaterThan(Number(second?.TotalAmt));
});

test("invalid queries are refused", async () => {
  const unapplied = qbo("findPayments", [{ field: "UnappliedAmt", value: 0, operator: ">" }]);
  expect(await refusal(unapplied)).toEqual({ status: 400, code: "4001" });
  const deposit = qbo("findDeposits", [{ field: "PrivateNote", value: "x" }]);
  expect((await refusal(deposit)).code).toBe("4001");
  expect((await refusal(qbo("findPayments", " wher Id = '1'"))).code).toBe("4000");
  expect((await refusal(qbo("findPayments", " where Id = 'open"))).code).toBe("4000");
  expect((await refusal(qbo("findPayments", { limit: 1001 }))).code).toBe("4000");
});

test("change data capture lists changed and deleted objects", async () => {
  const before = new Date(Date.now() - 1000);
  const { body: added } = await control(emulators, "POST", "/quickbooks/payments", {
    amount: 900,
    date: "2026-10-01",
  });
  const customer = await qbo("createCustomer", { DisplayName: "Change Watcher" });
  const reference = { value: customer.Id ?? "" };
  const payment = await qbo("createPayment", { CustomerRef: reference, TotalAmt: 12.5 });
  const gone = await qbo("createPayment", { CustomerRef: reference, TotalAmt: 7 });
  await qbo("deletePayment", { Id: gone.Id, SyncToken: gone.SyncToken });
  const answer = await qbo("changeDataCapture", "Payment,Deposit", before);
  const [{ QueryResponse: groups }] = answer.CDCResponse as unknown as [
    { QueryResponse: { Payment?: { Id: string; status?: string }[] }[] },
  ];
  const changed = groups[0]?.Payment?.map(({ Id, status }) => [Id, status]);
  expect(changed).toHaveLength(3);
  expect(changed).toEqual(
    expect.arrayContaining([
      [gone.Id, "Deleted"],
      [payment.Id, undefined],
      [(added.Payment as unknown as Row).Id, undefined],
    ]),
  );
  expect(groups[1]).toEqual({});
  const old = qbo("changeDataCapture", "Payment", new Date(Date.now() - 31 * 86_400_000));
  expect((await refusal(old)).status).toBe(400);
});

test("a batch continues after a failure", async () => {
  const answer = await qbo("batch", [
    { bId: "1", Query: "select count(*) from Account" },
    { bId: "2", operation: "create", Payment: { TotalAmt: 5 } },
    { bId: "3", operation: "create", Customer: { DisplayName: "From a batch" } },
  ]);
  expect(answer.BatchItemResponse).toMatchObject([
    { bId: "1", QueryResponse: { totalCount: 15 } },
    { bId: "2", Fault: { Error: [{ code: "2020" }] } },
    { bId: "3", Customer: { DisplayName: "From a batch" } },
  ]);
});
