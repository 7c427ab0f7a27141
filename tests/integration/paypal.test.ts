import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PayPalEvent } from "@/emulators/paypal/events/record";
import { type Emulators, startEmulators } from "@/emulators/start";
import { booksOf, control } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { chooseAccounts, connectQuickBooks, signUp, type TestCompany } from "../support/company";
import { type Running, settled, startWorkers } from "../support/worker";

let emulators: Emulators;
let workers: Running;
let company: TestCompany;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
});

afterAll(async () => {
  await workers.stop();
  await emulators.close();
});

beforeEach(async () => {
  await control(emulators, "/reset", {});
  company = await signUp();
  await connectQuickBooks(company.token);
  const { banks } = await ok("GET", "/qb/bank-account/", company.token);
  const [bank] = banks;
  await post("/qb/save-bank/", { bank_id: bank.Id, bank_name: bank.Name });
  await post("/paypal/connect/", {
    client_id: emulators.credentials.paypalClientId,
    client_secret: emulators.credentials.paypalClientSecret,
  });
  const { expenses } = await ok("GET", "/qb/get-expense/", company.token);
  await post("/paypal/save-category/", { category: expenses[0] });
  await chooseAccounts(company.token, undefined, "paypal");
  await settled(company.token);
});

const post = (path: string, body?: unknown) => ok("POST", path, company.token, body);

/** A moment some days ago. */
const ago = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");

const events = (...given: object[]) =>
  control(emulators, "/paypal/transactions", { events: given as PayPalEvent[] });

/** A sale at PayPal, with its payment in the books. */
async function sell(id: string, days: number, sale: { amount: number; name: string }) {
  await events({ type: "sale", id, fee: 100, at: ago(days), ...sale });
  const date = ago(days).slice(0, 10);
  await control(emulators, "/quickbooks/payments", {
    amount: sale.amount,
    customer: sale.name,
    date,
  });
}

async function sync() {
  await post("/qb/sync-payments/");
  const { run } = await post("/paypal/sync/");
  await settled(company.token);
  return run;
}

async function deposits(): Promise<ReturnType<typeof JSON.parse>[]> {
  const { deposits: found } = await ok("GET", "/qb/deposit-status/?sort=date", company.token);
  return found;
}

const short = (found: Awaited<ReturnType<typeof deposits>>) =>
  found.map(({ source, source_id, total_amt, status, payout_status }) => [
    ...[source, source_id, total_amt, status, payout_status],
  ]);

describe("PayPal, from connecting to the books", () => {
  test("each transfer is posted with its payments and fees; a split payment once, its rest with the next", async () => {
    await sell("A", 9, { amount: 10_000, name: "Ada Byron" });
    await sell("B", 8, { amount: 20_000, name: "Bruno Salt" });
    await events({
      type: "withdrawal",
      id: "W1",
      at: ago(7),
      amount: 25_000,
      bankReference: "YYW77",
    });
    await sell("C", 6, { amount: 5_000, name: "Clara Oak" });
    await events({ type: "withdrawal", id: "W2", at: ago(5) });
    await sync();
    expect(short(await deposits())).toEqual([
      ["PayPal", "W1", "250.00", "posted", "paid"],
      ["PayPal", "W2", "97.00", "posted", "paid"],
    ]);

    const [first, second] = (await booksOf(emulators)).deposits.toSorted(
      (a, b) => b.total - a.total,
    );
    const lines = (deposit: typeof first) =>
      deposit?.lines.map(({ amount, linked, account }) => [
        amount,
        linked ? "linked" : account?.name,
      ]);
    expect(first).toMatchObject({ total: 25_000, note: expect.stringMatching(/W1.*YYW77/) });
    expect(lines(first)).toEqual([
      [10_000, "linked"],
      [20_000, "linked"],
      [-4_800, "Stripe Reserve"],
      [-200, "Merchant Processing Fees"],
    ]);
    expect(lines(second)).toEqual([
      [5_000, "linked"],
      [4_800, "Stripe Reserve"],
      [-100, "Merchant Processing Fees"],
    ]);

    const [posted] = await deposits();
    await post("/qb/undo/", { deposit_id: posted.id });
    await settled(company.token);
    const books = await booksOf(emulators);
    expect(books.deposits.map(({ total }) => total)).toEqual([9_700]);
    expect(books.payments.filter(({ undeposited }) => undeposited)).toHaveLength(2);
  });

  test("a transfer that the bank returned releases its deposit, and its payments leave with the next", async () => {
    await sell("A", 4, { amount: 10_000, name: "Ada Byron" });
    await events({ type: "withdrawal", id: "W1", at: ago(3), status: "P" });
    await sync();
    expect(short(await deposits())).toEqual([["PayPal", "W1", "99.00", "pending", "in_transit"]]);
    await events(
      { type: "returned", id: "BACK", of: "W1", at: ago(2) },
      { type: "withdrawal", id: "W2", at: ago(1) },
    );
    await sync();
    expect(short(await deposits())).toEqual([
      ["PayPal", "W1", "99.00", "pending", "failed"],
      ["PayPal", "W2", "99.00", "posted", "paid"],
    ]);
    expect((await booksOf(emulators)).deposits).toHaveLength(1);
  });

  test("a transfer waits for what PayPal has yet to list, says so, and is not there before", async () => {
    await sell("A", 4, { amount: 10_000, name: "Ada Byron" });
    await events({
      type: "sale",
      id: "B",
      at: ago(3),
      amount: 3_000,
      name: "Late Bird",
      late: true,
    });
    await events({ type: "withdrawal", id: "W1", at: ago(2) });
    await events({ type: "sale", id: "C", at: ago(1.5), amount: 500, name: "Cy Moss" });
    await events({ type: "withdrawal", id: "W2", at: ago(1) });
    const { message } = await sync();
    expect(message).toMatch(/1 later payout also waiting$/);
    expect(message).toMatch(
      /The transfer of 129\.00 USD on .* waits: PayPal hasn't listed a movement of 30\.00 USD/,
    );
    expect(await deposits()).toEqual([]);
    await control(emulators, "/paypal/late-rows", {});
    await sync();
    expect(short(await deposits())).toEqual([
      ["PayPal", "W1", "129.00", "pending", "paid"],
      ["PayPal", "W2", "5.00", "pending", "paid"],
    ]);
  });

  test("rows are kept once, whatever is read again, and changes reach them", async () => {
    await sell("A", 4, { amount: 10_000, name: "Ada Byron" });
    await events({
      type: "sale",
      id: "P",
      at: ago(3),
      amount: 3_000,
      name: "Eve Check",
      status: "P",
    });
    await events({ type: "withdrawal", id: "W1", at: ago(2), amount: 5_000 });
    await sync();
    await events({ type: "completion", of: "P", at: ago(1) });
    await sync();
    await sync();
    const rows = await adminDb().balanceTransaction.findMany({
      where: {
        integration: {
          company: { memberships: { some: { user: { usernameKey: company.username } } } },
        },
      },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ providerId, status }) => [providerId, status])).toEqual([
      ["A", "S"],
      ["W1", "S"],
      ["P", "S"],
    ]);
  });
});
