import { describe, expect, test } from "vitest";
import { BOOKING_KINDS } from "@/lib/constants/bookings";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { chooseAccounts, KIND_ACCOUNTS } from "../support/company";
import { settled } from "../support/worker";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  emulators,
  inQuickBooks,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn({});

const FEES = "Merchant Processing Fees";

const entry = (reportingCategory: string, amount: number, type = "adjustment") => ({
  type,
  reportingCategory,
  amount,
});

/** One payout with a line of every kind that no payment explains, besides a sale that the books know. */
async function seedEveryKind() {
  await control("/stripe/payouts", {
    charges: [
      { amount: 90_000, name: "Ann Baker", refunded: 4_500 },
      { amount: 20_000, name: "Blue Harbor", disputed: true },
    ],
    fee: 1_275,
    entries: [
      entry("other_adjustment", -842),
      entry("risk_reserved_funds", -5_000, "reserve_transaction"),
      entry("topup", 3_000, "topup"),
    ],
  });
  await control("/quickbooks/payments", { amount: 90_000, customer: "Ann Baker" });
  await control("/quickbooks/payments", { amount: 20_000, customer: "Blue Harbor" });
  await syncBoth();
}

async function seedRefund() {
  await control("/stripe/payouts", {
    charges: [{ amount: 60_000, name: "Blue Harbor", refunded: 4_500 }],
  });
  await control("/quickbooks/payments", { amount: 60_000, customer: "Blue Harbor" });
  await syncBoth();
}

async function idOf(name: string): Promise<string> {
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  return accounts.find(({ Name }: { Name: string }) => Name === name)?.Id ?? "";
}

/** The lines of the one Deposit in QuickBooks that are on an account, by its name. */
async function bookedInQuickBooks(): Promise<[string, number][]> {
  const state = await (await fetch(`${emulators.control.url}/state`)).json();
  const names = new Map(state.accounts.map(({ id, name }: Record<string, string>) => [id, name]));
  expect(state.deposits).toHaveLength(1);
  return state.deposits[0].lines.flatMap(
    ({ amount, account }: { amount: number; account: { value: string } | null }) =>
      account ? [[names.get(account.value), amount]] : [],
  );
}

test("a refund that the books don't know is neither matched nor posted, and is said so", async () => {
  await seedRefund();
  const deposit = await theDeposit();
  expect(deposit).toMatchObject({ status: "suggested", posting: null });
  expect((await booksOf(emulators)).deposits).toEqual([]);
  const text = "Refund of 45.00 to Blue Harbor isn't in QuickBooks.";
  const { bookings, deposit: detail } = await detailOf(deposit.id);
  const refund = detail.lines.find(({ kind }: { kind: string }) => kind === "refund");
  expect(bookings).toEqual([
    {
      line_id: refund.id,
      kind: "refund",
      amount: "-45.00",
      text,
      account: null,
      always: "Always for refunds from Stripe",
    },
  ]);
  const { suggestions } = await ok("GET", "/qb/suggestions/", token);
  expect(suggestions[0].waiting).toBe(`${text} Choose what it is booked to.`);
});

test("what a user confirms waits for its account, and is posted once it is chosen for the line", async () => {
  await seedRefund();
  const { id } = await theDeposit();
  await ok("POST", "/qb/confirm-match/", token, { deposit_id: id });
  await settled(token);
  expect(await theDeposit()).toMatchObject({
    status: "matched",
    posting: {
      state: "blocked",
      message: "Refund of 45.00 to Blue Harbor isn't in QuickBooks. Choose what it is booked to.",
    },
  });
  const [{ line_id }] = (await detailOf(id)).bookings;
  const account_id = await idOf("Refunds and Allowances");
  const choice = { deposit_id: id, line_id, kind: "refund", account_id };
  expect(await ok("POST", "/qb/book-line/", token, choice)).toEqual({
    message: "Booked to Refunds and Allowances",
    status: "matched",
  });
  await settled(token);
  expect(await theDeposit()).toMatchObject({ status: "posted" });
  expect(await bookedInQuickBooks()).toEqual([
    ["Refunds and Allowances", -4_500],
    [FEES, -1_770],
  ]);

  // For this line only: the next one is asked for again.
  const { sources } = await ok("GET", "/settings/accounts/", token);
  expect(sources[0].accounts).toContainEqual({ kind: "refund", account: null });
  const { status } = await call("POST", "/qb/book-line/", { token, body: choice });
  expect(status).toBe(409);
});

test("chosen for all of its kind, a suggested deposit goes by itself, and so does the next", async () => {
  await seedRefund();
  const { id } = await theDeposit();
  const [{ line_id }] = (await detailOf(id)).bookings;
  const account_id = await idOf("Chargebacks");
  await ok("POST", "/qb/book-line/", token, {
    ...{ deposit_id: id, line_id, kind: "refund", account_id },
    always: true,
  });
  await settled(token);
  expect(await theDeposit()).toMatchObject({ status: "posted" });
  await control("/stripe/payouts", {
    charges: [{ amount: 71_000, name: "Cora Dunn", refunded: 1_000 }],
  });
  await control("/quickbooks/payments", { amount: 71_000, customer: "Cora Dunn" });
  await syncBoth();
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  expect(deposits.map(({ status }: { status: string }) => status)).toEqual(["posted", "posted"]);
  const [, second] = (await booksOf(emulators)).deposits;
  expect(second?.lines).toContainEqual(
    expect.objectContaining({
      amount: -1_000,
      account: expect.objectContaining({ value: account_id }),
    }),
  );
});

test("each kind is posted to its own account, only fees to the expense category", async () => {
  await chooseAccounts(token);
  await seedEveryKind();
  expect(await theDeposit()).toMatchObject({ status: "posted" });
  expect((await bookedInQuickBooks()).sort()).toEqual(
    [
      [KIND_ACCOUNTS.refund, -4_500],
      [KIND_ACCOUNTS.dispute, -20_000],
      [KIND_ACCOUNTS.dispute_fee, -1_500],
      [KIND_ACCOUNTS.bill, -1_275],
      [KIND_ACCOUNTS.adjustment, -842],
      [KIND_ACCOUNTS.reserve, -5_000],
      [KIND_ACCOUNTS.transfer, 3_000],
      [FEES, -3_250],
    ].sort(),
  );
});

test("without accounts nothing but fees has one: each other kind is asked for", async () => {
  await seedEveryKind();
  const { id, status } = await theDeposit();
  expect(status).toBe("suggested");
  const { bookings } = await detailOf(id);
  expect(bookings.map(({ kind }: { kind: string }) => kind).sort()).toEqual(
    BOOKING_KINDS.filter((kind) => kind !== "fee" && kind !== "other").sort(),
  );
  expect(bookings.every(({ account }: { account: string | null }) => account === null)).toBe(true);
});

test("a posted deposit shows the journal entry that QuickBooks holds, whatever is chosen later", async () => {
  await chooseAccounts(token);
  await seedRefund();
  const { id, source_id } = await theDeposit();
  const { journal } = await detailOf(id);
  expect(journal).toMatchObject({
    posted: true,
    // The bank line shows the trace ID too.
    memo: expect.stringContaining(`Stripe payout ${source_id} · `),
    total: "600.00",
  });
  const shown = journal.lines.map((line: Record<string, string>) => [
    ...[line.account, line.customer, line.debit, line.credit],
  ]);
  expect(shown).toEqual([
    ["Checking", "", "537.30", "0.00"],
    ["Undeposited Funds", "Blue Harbor", "0.00", "600.00"],
    ["Refunds and Allowances", "", "45.00", "0.00"],
    [FEES, "", "17.70", "0.00"],
  ]);
  await chooseAccounts(token, { refund: "Chargebacks" });
  await settled(token);
  expect((await detailOf(id)).journal).toEqual(journal);

  await ok("POST", "/qb/undo/", token, { deposit_id: id });
  expect((await detailOf(id)).journal).toBeNull();
});

describe("an account is refused with the reason", () => {
  const choose = async (account_id: string) => {
    const body = { integration_type: "stripe", kind: "refund", account_id };
    const answer = await call("PUT", "/settings/accounts/", { token, body });
    expect(answer.status).toBe(422);
    return answer.body.message;
  };

  test("the deposits' own bank, Undeposited Funds, another currency, an unknown or inactive one", async () => {
    const { accounts } = await (await fetch(`${emulators.control.url}/state`)).json();
    const id = (name: string) =>
      accounts.find((each: { name: string }) => each.name === name)?.id ?? "";
    expect(await choose(id("Checking"))).toBe(
      "Checking is the bank account that deposits go to. Choose another account.",
    );
    expect(await choose(id("Undeposited Funds"))).toBe(
      "Payments wait in this account until they are deposited. Choose another account.",
    );
    expect(await choose(id("Accounts Receivable (A/R)"))).toBe(
      "This account belongs to customers or suppliers. Choose another account.",
    );
    await inQuickBooks("POST", "account", {
      ...{ Name: "Euro Reserve", AccountType: "Other Current Asset" },
      CurrencyRef: { value: "EUR" },
    });
    const { QueryResponse: made } = await inQuickBooks(
      "GET",
      `query?query=${encodeURIComponent("select * from Account where Name = 'Euro Reserve'")}`,
    );
    expect(await choose(made.Account[0].Id)).toBe(
      "Euro Reserve is in EUR. Choose an account in USD.",
    );
    expect(await choose("99999")).toBe(
      "This account isn't in QuickBooks. Reload the list and choose again.",
    );
    const { QueryResponse } = await inQuickBooks(
      "GET",
      `query?query=${encodeURIComponent("select * from Account where Name = 'Chargebacks'")}`,
    );
    await inQuickBooks("POST", "account", { ...QueryResponse.Account[0], Active: false });
    expect(await choose(id("Chargebacks"))).toBe(
      "This account is inactive in QuickBooks. Choose another account.",
    );
  });

  test("and is not offered", async () => {
    const { accounts } = await ok("GET", "/qb/accounts/", token);
    const names = accounts.map(({ Name }: { Name: string }) => Name);
    expect(names).toContain("Stripe Reserve");
    expect(names).not.toContain("Checking");
    expect(names).not.toContain("Undeposited Funds");
    expect(names).not.toContain("Accounts Receivable (A/R)");
  });
});

test("a difference goes to any account with its note, but not to the deposit's own bank", async () => {
  await ok("PUT", "/settings/company/", token, {
    ...(await ok("GET", "/settings/company/", token)),
    auto_match: false,
  });
  await control("/stripe/payouts", { charges: [{ amount: 50_000, name: "Cedar Point Marina" }] });
  const { Payment } = await control("/quickbooks/payments", {
    amount: 30_000,
    customer: "Cedar Point Marina",
  });
  await syncBoth();
  const { id, total_amt } = await theDeposit();
  const { banks } = await ok("GET", "/qb/bank-account/", token);
  const match = (difference_account: { Id: string; Name: string }) =>
    call("POST", "/qb/match-transaction/", {
      token,
      body: {
        stripe_transaction_ids: [id],
        stripe_transaction_amount: Number(total_amt),
        quickbooks_transaction_ids: [Payment.Id],
        quickbooks_transaction_amount: 300,
        difference_account,
        difference_note: "Deposit for the winter berth",
      },
    });
  const own = await match(banks.find(({ Name }: { Name: string }) => Name === "Checking"));
  expect(own.status).toBe(422);
  expect(own.body.message).toBe(
    "Checking is the bank account that deposits go to. Choose another account.",
  );
  const Name = "Sales Tax Payable";
  expect((await match({ Id: await idOf(Name), Name })).status).toBe(200);
  await settled(token);
  expect(await bookedInQuickBooks()).toEqual([
    [Name, 20_000],
    [FEES, -1_480],
  ]);
  const { journal } = await detailOf(id);
  expect(journal.lines).toContainEqual(
    expect.objectContaining({
      ...{ account: Name, memo: "Deposit for the winter berth" },
      ...{ debit: "0.00", credit: "200.00" },
    }),
  );
});

test("the difference of one line that is matched goes to the account chosen with it", async () => {
  await control("/stripe/payouts", { charges: [{ amount: 50_000, name: "Cedar Point Marina" }] });
  const payment = { amount: 30_000, customer: "Cedar Point Marina" };
  const { Payment } = await control("/quickbooks/payments", payment);
  await syncBoth();
  const { id: deposit_id } = await theDeposit();
  const [{ id: line_id }] = (await detailOf(deposit_id)).deposit.lines;
  const Name = "Sales Tax Payable";
  await ok("POST", "/qb/match-line/", token, {
    ...{ deposit_id, line_id, payment_ids: [Payment.Id] },
    difference_account_id: await idOf(Name),
  });
  await settled(token);
  expect(await bookedInQuickBooks()).toEqual([
    [Name, 20_000],
    [FEES, -1_480],
  ]);
});

test("another QuickBooks company takes the choices of the last one with it", async () => {
  await chooseAccounts(token);
  await seedRefund();
  const { id: depositId } = await theDeposit();
  const { companyId } = await adminDb().deposit.findFirstOrThrow({ where: { id: depositId } });
  await adminDb().integration.updateMany({
    where: { companyId, provider: "quickbooks" },
    data: { externalAccountId: "another" },
  });
  const { connectQuickBooks } = await import("../support/company");
  await connectQuickBooks(token);
  await settled(token);
  const { sources } = await ok("GET", "/settings/accounts/", token);
  for (const { account } of sources[0].accounts) expect(account).toBeNull();
});
