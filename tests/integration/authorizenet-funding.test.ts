import { expect, test } from "vitest";
import { addBankDays } from "@/lib/bank-days";
import { addDays } from "@/lib/dates";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { eventually } from "../support/eventually";
import { inWorld } from "../support/world";
import {
  addAuthorizeNet,
  control,
  DAILY,
  type Deposit,
  deposits,
  eachWithFreshBooks,
  emulators,
  MONTHLY,
  withAuthorizeNet,
} from "./authorizenet/world";

eachWithFreshBooks();

const FUNDING = { card_days: 2, echeck_days: 7, amex_apart: true, amex_days: 3 };
const today = () => new Date().toISOString().slice(0, 10);

const sync = (token: string) => ok("GET", "/authorize/sync-payouts/", token);
const save = (token: string, body: object) => ok("PUT", "/authorize/settings/", token, body);

async function batch(body: object): Promise<string> {
  return (await control("/authorizenet/batches", body)).batchId;
}

async function bySource(token: string): Promise<Map<string | undefined, Deposit>> {
  return new Map((await deposits(token)).map((each) => [each.source_id, each]));
}

test("a batch is dated as the bank has it, and is on its way until then", async () => {
  const token = await withAuthorizeNet();
  await save(token, { ...MONTHLY, ...FUNDING });
  const settled = addDays(today(), -1);
  const transactions = [{ amount: 10_000 }, { amount: 4_000, accountType: "AmericanExpress" }];
  const cards = await batch({ date: settled, transactions });
  const echecks = await batch({
    ...{ date: settled, paymentMethod: "eCheck" },
    transactions: [{ amount: 7_000 }],
  });
  await sync(token);
  const found = await bySource(token);
  expect(found.get(cards)).toMatchObject({
    ...{ txn_date: addBankDays(settled, 2), total_amt: "100.00" },
    payout_status: "in_transit",
  });
  expect(found.get(`${cards}-amex`)).toMatchObject({
    ...{ txn_date: addBankDays(settled, 3), total_amt: "40.00" },
    payout_status: "in_transit",
  });
  expect(found.get(echecks)).toMatchObject({
    ...{ txn_date: addBankDays(settled, 7), total_amt: "70.00" },
    payout_status: "in_transit",
  });
  // A second sync changes nothing; once the day has come, the next one notices.
  await sync(token);
  expect(await bySource(token)).toEqual(found);
  const earlier = addDays(today(), -10);
  await adminDb().deposit.updateMany({
    where: { providerId: cards },
    data: { settledOn: new Date(earlier), txnDate: new Date(addBankDays(earlier, 2)) },
  });
  await sync(token);
  expect((await bySource(token)).get(cards)).toMatchObject({ payout_status: "paid" });
});

test("what was matched before the days were set is posted when the bank has the money", async () => {
  const { token } = await inWorld("connected", emulators);
  const day = addDays(today(), -1);
  const named = { amount: 31_337, firstName: "Ann", lastName: "Lee", invoiceNumber: "HL-9001" };
  const id = await batch({ date: day, transactions: [named] });
  await control("/quickbooks/payments", { amount: 31_337, customer: "Ann Lee", refNum: "HL-9001" });
  await ok("POST", "/qb/sync-payments/", token);
  await addAuthorizeNet(token);
  expect((await bySource(token)).get(id)).toMatchObject({ status: "matched" });
  await save(token, { ...MONTHLY, card_days: 5 });
  const { expenses } = await ok("GET", "/qb/get-expense/", token);
  await ok("POST", "/authorize/save-category/", token, { category: expenses[0] });
  const waiting = {
    ...{ status: "matched", payout_status: "in_transit", txn_date: addBankDays(day, 5) },
    posting: { state: "queued", message: expect.stringMatching(/^Posted on .*, when your bank/) },
  };
  await eventually(async () => expect((await bySource(token)).get(id)).toMatchObject(waiting));
});

test("changed days and rates apply to what is not matched yet", async () => {
  const token = await withAuthorizeNet();
  const settled = addDays(today(), -1);
  const id = await batch({
    date: settled,
    paymentMethod: "eCheck",
    transactions: [{ amount: 10_000 }],
  });
  await sync(token);
  expect((await bySource(token)).get(id)).toMatchObject({ txn_date: settled, total_amt: "100.00" });
  const rates = { ...DAILY, echeck_percent: "0.75", echeck_fixed: "0" };
  await save(token, { ...rates, ...FUNDING });
  expect((await bySource(token)).get(id)).toMatchObject({
    ...{ txn_date: addBankDays(settled, 7), payout_status: "in_transit" },
    // By the rate of eChecks.
    total_amt: "99.25",
  });
  // A client that knows only the rate leaves the rest as it is.
  await save(token, DAILY);
  expect(await ok("GET", "/authorize/settings/", token)).toEqual({
    ...{ ...DAILY, echeck_percent: "0.75", echeck_fixed: "0.00" },
    ...{ ...FUNDING, is_default: false },
  });
  expect((await bySource(token)).get(id)).toMatchObject({ total_amt: "99.25" });
});

test("days out of range are refused at their field", async () => {
  const token = await withAuthorizeNet();
  for (const [field, value] of [
    ["card_days", 31],
    ["echeck_days", -1],
    ["amex_days", 1.5],
  ] as const) {
    const body = { ...MONTHLY, ...FUNDING, [field]: value };
    const refused = await call("PUT", "/authorize/settings/", { token, body });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]]);
  }
});

test("a payment returned after its batch was stored shows on its deposit, once", async () => {
  const token = await withAuthorizeNet();
  const { batchId, transactions } = await control("/authorizenet/batches", {
    paymentMethod: "eCheck",
    transactions: [{ amount: 10_000, firstName: "Ann", lastName: "Lee" }, { amount: 2_000 }],
  });
  await sync(token);
  const before = (await bySource(token)).get(batchId);
  expect(before?.payout_issue).toBe("");
  await control("/authorizenet/returns", { transId: transactions[0].transId });
  await sync(token);
  // At most once a day.
  expect((await bySource(token)).get(batchId)?.payout_issue).toBe("");
  await aDayLater();
  await sync(token);
  const after = (await bySource(token)).get(batchId);
  expect(after?.payout_issue).toContain("Payments of 100.00 USD in this deposit were returned");
  expect(after).toMatchObject({ total_amt: "120.00" });
  await aDayLater();
  await sync(token);
  const { notifications } = await ok("GET", "/notifications/", token);
  const told = notifications.filter(({ title }: { title: string }) => title.includes("returned"));
  expect(told).toMatchObject([
    { title: "A payment of 100.00 USD was returned", link: `/transaction/${after?.id}` },
  ]);
  expect(told[0].body).toContain("Ann Lee's bank");
  const [line] = await adminDb().depositLine.findMany({ where: { NOT: { returnedAs: null } } });
  expect(line).toMatchObject({ returnedAs: "returnedItem", kind: "charge" });
});

test("what can't be looked up waits for the next sync, and stops nothing", async () => {
  const token = await withAuthorizeNet();
  await aDayLater();
  await control("/faults", {
    ...{ provider: "authorizenet", match: { path: "getTransactionListRequest" } },
    ...{ kind: "status", status: 500, times: 4 },
  });
  const { run } = await sync(token);
  expect(run.state).toBe("succeeded");
});

test("what becomes of a batch's payments is looked at for 75 days, and no longer", async () => {
  const token = await withAuthorizeNet();
  const made = [];
  for (const amount of [10_000, 20_000]) {
    const input = { paymentMethod: "eCheck", transactions: [{ amount }] };
    made.push(await control("/authorizenet/batches", input));
  }
  await sync(token);
  for (const [index, days] of [74, 76].entries()) {
    const { batchId, transactions } = made[index];
    const day = new Date(addDays(today(), -days));
    await adminDb().deposit.updateMany({
      where: { providerId: batchId },
      data: { settledOn: day, txnDate: day, linesCheckedAt: null },
    });
    await control("/authorizenet/returns", { transId: transactions[0].transId });
  }
  await sync(token);
  const found = await bySource(token);
  const isNoted = made.map(({ batchId }) => found.get(batchId)?.payout_issue !== "");
  expect(isNoted).toEqual([true, false]);
});

test("a batch in an unknown state, or without a time, stops nothing and is named", async () => {
  const token = await withAuthorizeNet();
  const odd = await batch({ state: "heardOfIn2030", transactions: [{ amount: 100 }] });
  await batch({ state: "pendingSettlement", untimed: true, transactions: [{ amount: 200 }] });
  const timeless = await batch({ untimed: true, transactions: [{ amount: 300 }] });
  const good = await batch({ transactions: [{ amount: 400 }] });
  const { run } = await sync(token);
  expect(run).toMatchObject({ state: "succeeded" });
  expect(run.message).toContain(
    `Not imported because their state is unknown: ${timeless} (no settlement time), ${odd} (heardOfIn2030)`,
  );
  const found = await bySource(token);
  expect([found.has(odd), found.has(timeless), found.has(good)]).toEqual([false, false, true]);
  const { cursor } = await adminDb().integration.findFirstOrThrow({
    where: { provider: "authorizenet", status: "connected" },
    orderBy: { connectedAt: "desc" },
  });
  const { payoutsSince } = cursor as { payoutsSince: number };
  expect(Date.now() / 1000 - payoutsSince).toBeGreaterThan(29 * 86_400);
});

async function aDayLater(): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000);
  await adminDb().deposit.updateMany({ data: { linesCheckedAt: yesterday } });
}
