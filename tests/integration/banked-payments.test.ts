import { expect, test } from "vitest";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  emulators,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn({});

const ANN = { amount: 5_000, name: "Ann Baker" };
const OLIVIA = { amount: 21_972, name: "Olivia Eastwick" };
const NAMELESS = { amount: 7_310 };

async function bank(): Promise<{ Id: string; Name: string }> {
  const { banks } = await ok("GET", "/qb/bank-account/", token);
  return banks[0];
}

async function accountId(name: string): Promise<string> {
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  return accounts.find(({ Name }: { Name: string }) => Name === name).Id;
}

/** As a bank feed's "Add" or a hurried bookkeeper does: past Undeposited Funds. */
async function booked(amount: number, customer: string, depositTo?: string): Promise<string> {
  const { Payment } = await control("/quickbooks/payments", {
    ...{ amount, customer, depositTo: depositTo ?? (await bank()).Id },
  });
  return Payment.Id;
}

const depositsInBooks = async () => (await booksOf(emulators)).deposits.length;
const reasonsOf = async (id: number) => (await detailOf(id)).reasons;

test("a payout whose payments are all in the bank account already is offered as booked elsewhere", async () => {
  await control("/stripe/payouts", { charges: [ANN, OLIVIA] });
  await booked(ANN.amount, ANN.name);
  await booked(OLIVIA.amount, OLIVIA.name);
  const before = await depositsInBooks();
  await syncBoth();
  const { id, status } = await theDeposit();
  expect(status).toBe("pending");
  const { Name } = await bank();
  expect(await reasonsOf(id)).toMatchObject([
    {
      code: "in_bank",
      text: `These 2 payments are in ${Name} already. Mark this payout as booked elsewhere so it isn't posted twice.`,
      action: "put_aside",
    },
  ]);

  await ok("POST", "/qb/auto-match-all/", token);
  await ok("POST", "/qb/put-aside/", token, { deposit_ids: [id], note: "Booked to the bank" });
  await syncBoth();
  expect(await theDeposit()).toMatchObject({ status: "posted", reason: null });
  expect(await depositsInBooks()).toBe(before);
  await ok("POST", "/qb/undo/", token, { deposit_id: id });
  await ok("POST", "/qb/auto-match/", token, { deposit_id: id });
  expect((await reasonsOf(id))[0]).toMatchObject({ code: "in_bank" });
});

test("part of them is said line by line, and the rest of the payout isn't posted without them", async () => {
  await control("/stripe/payouts", { charges: [ANN, OLIVIA] });
  await booked(ANN.amount, ANN.name);
  await control("/quickbooks/payments", { amount: OLIVIA.amount, customer: OLIVIA.name });
  const before = await depositsInBooks();
  await syncBoth();
  const { id } = await theDeposit();
  const { deposit } = await detailOf(id);
  const line = deposit.lines.find(({ entity }: { entity: string }) => entity === ANN.name);
  const { Name } = await bank();
  expect(await reasonsOf(id)).toContainEqual(
    expect.objectContaining({
      ...{ code: "in_bank", line_id: line.id, action: "check_again" },
      text: expect.stringContaining(`the payment is in ${Name} already`),
    }),
  );
  expect(await depositsInBooks()).toBe(before);
});

test("once the payment waits in Undeposited Funds, it is matched like any other", async () => {
  await control("/stripe/payouts", { charges: [OLIVIA] });
  const first = await booked(OLIVIA.amount, OLIVIA.name);
  await syncBoth();
  const { id } = await theDeposit();
  expect((await reasonsOf(id))[0]).toMatchObject({ code: "in_bank" });
  await control("/quickbooks/payments", { amount: OLIVIA.amount, customer: OLIVIA.name });
  await syncBoth();
  expect(["suggested", "posted"]).toContain((await theDeposit()).status);
  expect(first).not.toBe("");
});

test("a payout that was entered as one sum is found by its total, where no other could be meant", async () => {
  const { payout } = await control("/stripe/payouts", { charges: [ANN, OLIVIA] });
  await booked(payout.amount, "Card sales");
  await syncBoth();
  const { id } = await theDeposit();
  expect((await reasonsOf(id))[0]).toMatchObject({
    ...{ code: "in_bank", line_id: null, action: "put_aside" },
    text: expect.stringMatching(/^This payout is in .+ already: Payment/),
  });
  await booked(payout.amount, "Card sales");
  await syncBoth();
  expect((await reasonsOf(id))[0]).toMatchObject({ code: "missing" });
});

test("another customer, or an amount without a name say nothing", async () => {
  const other = await accountId("Stripe Clearing");
  await control("/stripe/payouts", { charges: [ANN, OLIVIA, NAMELESS] });
  await booked(ANN.amount, "Ann Fox", other);
  await booked(OLIVIA.amount, "Somebody Else");
  await booked(NAMELESS.amount, "Walk-in customer", other);
  await syncBoth();
  const { id } = await theDeposit();
  const codes = (await reasonsOf(id)).map(({ code }: { code: string }) => code);
  expect(codes).toEqual(["missing"]);
});

test("a payment in another account is named with what would open it, and gets no receipt", async () => {
  const name = "Stripe Clearing";
  const clearing = await accountId(name);
  const { items } = await ok("GET", "/qb/lists/", token);
  await control("/stripe/payouts", { charges: [ANN, OLIVIA] });
  const payment = await booked(ANN.amount, "Ann B. Baker", clearing);
  await syncBoth();
  const { id } = await theDeposit();
  const { deposit } = await detailOf(id);
  const line_id = deposit.lines.find(({ entity }: { entity: string }) => entity === ANN.name).id;
  const [first, second] = await reasonsOf(id);
  expect(first).toMatchObject({
    ...{ code: "other_account", line_id, action: "match_from_account", account: name },
    text: `Ann Baker, 50.00: the payment is in ${name}. Match payments from ${name} too, or move it to Undeposited Funds.`,
    quickbooks_url: expect.stringContaining(payment),
  });
  expect(second).toMatchObject({ code: "missing" });
  const planned = await call("POST", "/qb/plan-receipt/", {
    token,
    body: {
      ...{ deposit_id: id, line_ids: [line_id] },
      receipt: { customer: null, item_id: items[0].Id, date: "2026-11-02" },
    },
  });
  expect(planned).toMatchObject({
    status: 409,
    body: {
      message: `The payment is in ${name} already. A receipt would record it a second time.`,
    },
  });

  // From a later day on it stays closed, and the day is what to change; from an earlier one on it is matched.
  const choose = (from: string) =>
    ok("PUT", "/settings/payment-account/", token, { account_id: clearing, from });
  await choose("2026-11-20");
  await syncBoth();
  expect((await reasonsOf(id))[0]).toMatchObject({
    text: expect.stringMatching(/dated before the day .+ Match from an earlier day/),
  });
  await choose("2026-10-01");
  await syncBoth();
  const codes = (await reasonsOf(id)).map(({ code }: { code: string }) => code);
  expect(codes).not.toContain("other_account");
});

test("an account that can be chosen doesn't open what is in another currency", async () => {
  const clearing = await accountId("Stripe Clearing");
  await control("/stripe/payouts", { charges: [ANN], currency: "eur" });
  const euros = { currency: "EUR", amount: ANN.amount, customer: ANN.name };
  await control("/quickbooks/payments", { ...euros, depositTo: clearing });
  await syncBoth();
  const { id } = await theDeposit();
  expect((await reasonsOf(id))[0]).toMatchObject({
    ...{ code: "other_account", action: "check_again" },
    text: expect.stringMatching(/\. Move it to Undeposited Funds in QuickBooks.$/),
  });
});

test("what was moved to an account that can't be chosen has to be moved back", async () => {
  const income = await accountId("Sales");
  await control("/stripe/payouts", { charges: [ANN] });
  await booked(ANN.amount, ANN.name, income);
  await syncBoth();
  const { id } = await theDeposit();
  expect((await reasonsOf(id))[0]).toMatchObject({
    ...{ code: "other_account", action: "check_again" },
    text: expect.stringMatching(/in Sales. Move it to Undeposited Funds in QuickBooks.$/),
  });
});

test("no receipt is planned for what is in the bank already", async () => {
  const { items } = await ok("GET", "/qb/lists/", token);
  await control("/stripe/payouts", { charges: [ANN, OLIVIA] });
  await booked(ANN.amount, ANN.name);
  await syncBoth();
  const { id } = await theDeposit();
  const { deposit } = await detailOf(id);
  const line_id = deposit.lines.find(({ entity }: { entity: string }) => entity === ANN.name).id;
  const cause = `The payment is in ${(await bank()).Name} already. A receipt would record it a second time.`;
  const plan = () =>
    call("POST", "/qb/plan-receipt/", {
      token,
      body: {
        ...{ deposit_id: id, line_ids: [line_id] },
        receipt: { customer: null, item_id: items[0].Id, date: "2026-11-02" },
      },
    });
  expect(await plan()).toMatchObject({ status: 409, body: { message: cause } });
  const offered = await ok("GET", `/qb/line-options/?deposit_id=${id}&line_id=${line_id}`, token);
  expect(offered.receipt).toBeNull();
  const preview = await ok("POST", "/qb/preview-receipts/", token, { deposit_id: id });
  expect(preview.left_out).toMatchObject([{ line_id, reason: cause }]);
  expect(preview.rows.map((row: { line_id: number }) => row.line_id)).not.toContain(line_id);
});

test("a rule doesn't book what is in the bank already", async () => {
  await control("/stripe/payouts", { charges: [ANN, OLIVIA] });
  await booked(ANN.amount, ANN.name);
  await syncBoth();
  const { id } = await theDeposit();
  const { deposit } = await detailOf(id);
  const of = (name: string) =>
    deposit.lines.find(({ entity }: { entity: string }) => entity === name).id;
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  const account = accounts.find(({ Name }: { Name: string }) => Name === "Sales");
  const { rule } = await ok("POST", "/rules/", token, {
    integration_type: "stripe",
    conditions: {
      ...{ kind: "charge", description: "", customer: "any", customer_name: "" },
      ...{ amount_from: null, amount_to: null, currency: null, after_days: 3 },
    },
    outcome: { do: "account", account_id: account.Id },
  });
  await ok("POST", "/rules/switch/", token, { rule_id: rule.id, active: true });
  await syncBoth();
  await settled(token);
  const lines = await adminDb().depositLine.findMany({ where: { depositId: id } });
  const ruleOf = new Map(lines.map((line) => [line.id, line.ruleId]));
  expect(ruleOf.get(of(ANN.name))).toBeNull();
  expect(ruleOf.get(of(OLIVIA.name))).toBe(rule.id);
  expect((await theDeposit()).status).toBe("pending");
});
