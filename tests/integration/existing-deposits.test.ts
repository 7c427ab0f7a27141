import { describe, expect, test } from "vitest";
import { booksOf } from "@/tests/support/emulators";
import { call, ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  eachInACompanyOfItsOwn,
  emulators,
  inQuickBooks,
  linkTo,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

// Today is 2 November 2026: a payout reaches the bank on the 3rd.
eachInACompanyOfItsOwn();

interface Sold {
  payoutId: string;
  /** Minor units. */
  net: number;
  payments: { id: string; amount: number }[];
}

/** A payout in Stripe, and its customers' payments in Undeposited Funds. */
async function sold(amounts: number[], day = "2026-11-02"): Promise<Sold> {
  const charges = amounts.map((amount, at) => ({ amount, name: `Customer ${at}` }));
  const { payout } = await control("/stripe/payouts", { charges, date: day });
  const payments = [];
  for (const [at, amount] of amounts.entries()) {
    const made = await control("/quickbooks/payments", {
      ...{ amount, customer: `Customer ${at}`, date: "2026-10-31" },
    });
    payments.push({ id: made.Payment.Id, amount });
  }
  return { payoutId: payout.id, net: payout.amount, payments };
}

async function accountNamed(name: string): Promise<string> {
  const { QueryResponse } = await inQuickBooks(
    "GET",
    `query?query=select * from Account where Name = '${name}'`,
  );
  return QueryResponse.Account[0].Id;
}

interface ByHand {
  note?: string;
  date?: string;
  bank?: string;
  /** Minor units less than the payout's own fee. */
  feeOff?: number;
}

/** The Deposit that a bookkeeper makes: the same payments, one line for the fee, no id in the memo. */
async function depositByHand({ payments, net }: Sold, how: ByHand = {}): Promise<string> {
  const { note = "Stripe deposit Nov 3", date = "2026-11-03", bank = "Checking", feeOff = 0 } = how;
  const gross = payments.reduce((sum, { amount }) => sum + amount, 0);
  const { Deposit } = await inQuickBooks("POST", "deposit", {
    DepositToAccountRef: { value: await accountNamed(bank) },
    ...{ TxnDate: date, PrivateNote: note },
    Line: [
      ...payments.map(({ id, amount }) => linkTo(id, amount / 100)),
      {
        Amount: (net - gross - feeOff) / 100,
        DetailType: "DepositLineDetail",
        DepositLineDetail: {
          AccountRef: { value: await accountNamed("Merchant Processing Fees") },
        },
      },
    ],
  });
  return Deposit.Id;
}

/** As a bank feed adds it: income straight to the bank, no payments. */
async function addFromFeed({ net }: Sold, note: string): Promise<string> {
  const { Deposit } = await inQuickBooks("POST", "deposit", {
    DepositToAccountRef: { value: await accountNamed("Checking") },
    ...{ TxnDate: "2026-11-03", PrivateNote: note },
    Line: [
      {
        Amount: net / 100,
        DetailType: "DepositLineDetail",
        DepositLineDetail: { AccountRef: { value: await accountNamed("Sales") } },
      },
    ],
  });
  return Deposit.Id;
}

const existing = async () => (await ok("GET", "/qb/existing-deposits/", token)).existing;
const depositIds = async () => (await booksOf(emulators)).deposits.map(({ id }) => id);

describe("a payout that somebody deposited by hand, without its id", () => {
  test("is linked by itself, and nothing is posted", async () => {
    const sale = await sold([20_037, 21_911]);
    const id = await depositByHand(sale);
    await syncBoth();
    const deposit = await theDeposit();
    expect(deposit).toMatchObject({
      status: "posted",
      quickbook_id: id,
      posting: { adopted: true },
    });
    expect(deposit.posting.message).toBe(
      `Already recorded in QuickBooks as Deposit ${id} (same total, same account, same day, its 2 payments are this payout's charges, mentions Stripe). We linked to it.`,
    );
    expect(await depositIds()).toEqual([id]);
    const { proof } = await ok("GET", `/qb/deposit/?deposit_id=${deposit.id}`, token);
    expect(proof).toMatchObject({ closes: true, difference: "0.00" });
    expect(await ok("GET", "/qb/posting-review/", token)).toMatchObject({ already: 1 });

    // What a user unlinks stays unlinked: it is no longer theirs to decide.
    await ok("POST", "/qb/undo/", token, { deposit_id: deposit.id });
    await syncBoth();
    expect(await theDeposit()).toMatchObject({ status: "pending" });
    expect(await depositIds()).toEqual([id]);
  });

  test("and without payments, but with the processor's name, is linked too", async () => {
    const sale = await sold([20_037, 21_911]);
    // Its payments are not in the books at all.
    for (const { id } of sale.payments) {
      await inQuickBooks("POST", "payment?operation=delete", { Id: id, SyncToken: "0" });
    }
    const id = await addFromFeed(sale, "STRIPE TRANSFER ST-X1");
    await syncBoth();
    expect(await theDeposit()).toMatchObject({ status: "posted", quickbook_id: id });
    expect(await depositIds()).toEqual([id]);
  });

  test("with another fee is suggested, and marked as booked elsewhere at a click", async () => {
    const sale = await sold([20_037, 21_911]);
    const id = await depositByHand(sale, { feeOff: 12 });
    await syncBoth();
    const { id: deposit_id } = await theDeposit();
    expect(await existing()).toMatchObject([
      {
        deposit_id,
        matched: false,
        existing: { Id: id, evidence: expect.arrayContaining(["total differs by 0.12"]) },
      },
    ]);
    await ok("POST", "/qb/link-existing/", token, { deposit_id, existing_id: id });
    expect(await theDeposit()).toMatchObject({
      ...{ status: "posted", quickbook_id: id },
      posting: { message: expect.stringContaining(`Booked elsewhere: QuickBooks Deposit ${id}`) },
    });
    await syncBoth();
    expect(await theDeposit()).toMatchObject({ status: "posted" });
    expect(await depositIds()).toEqual([id]);
    await ok("POST", "/qb/undo/", token, { deposit_id });
    expect(await theDeposit()).toMatchObject({ status: "pending", quickbook_id: "" });
  });

  test("in another account is neither linked nor suggested", async () => {
    await depositByHand(await sold([20_037, 21_911]), { bank: "Savings", note: "" });
    await syncBoth();
    expect(await theDeposit()).toMatchObject({ status: "pending" });
    expect(await existing()).toEqual([]);
  });
});

describe("a payout whose amount recurs", () => {
  test("is never linked by itself", async () => {
    const first = await sold([10_000], "2026-11-02");
    await sold([10_000], "2026-10-30");
    await depositByHand(first);
    await syncBoth();
    const { deposits } = await ok("GET", "/qb/deposit-status/", token);
    expect(
      deposits.map(({ quickbook_id }: { quickbook_id: string }) => quickbook_id),
    ).not.toContain((await depositIds())[0]);
    expect(await existing()).toHaveLength(1);
  });
});

describe("a payout that was added from the bank feed, while its payments wait in Undeposited Funds", () => {
  test("is not posted a second time, until a user says that it is another", async () => {
    const sale = await sold([20_037, 21_911]);
    const id = await addFromFeed(sale, "ACH credit");
    await syncBoth();
    const deposit = await confirmed();
    expect(deposit.posting.state).toBe("blocked");
    expect(deposit.posting.message).toContain(
      `QuickBooks may have this payout already: Deposit ${id}`,
    );
    expect(await depositIds()).toEqual([id]);
    await ok("POST", "/qb/retry-posting/", token, { deposit_id: deposit.id });
    await settled(token);
    expect(await depositIds()).toEqual([id]);

    await ok("POST", "/qb/dismiss-existing/", token, { deposit_id: deposit.id, existing_id: id });
    await settled(token);
    expect((await theDeposit()).status).toBe("posted");
    expect(await depositIds()).toHaveLength(2);
  });

  test("is linked at a click, and its payments are open again", async () => {
    const sale = await sold([20_037, 21_911]);
    const id = await addFromFeed(sale, "ACH credit");
    await syncBoth();
    const deposit = await confirmed();
    await ok("POST", "/qb/link-existing/", token, { deposit_id: deposit.id, existing_id: id });
    await settled(token);
    expect(await theDeposit()).toMatchObject({ status: "posted", quickbook_id: id });
    expect(await depositIds()).toEqual([id]);
    const { transactions } = await ok("GET", "/qb/get-payment/", token);
    expect(transactions.map(({ Id }: { Id: string }) => Id).toSorted()).toEqual(
      sale.payments.map((each) => each.id).toSorted(),
    );
    const twice = await call("POST", "/qb/link-existing/", {
      ...{ token, body: { deposit_id: deposit.id, existing_id: id } },
    });
    expect(twice.status).toBe(409);
  });

  async function confirmed() {
    const deposit = await theDeposit();
    if (deposit.status === "suggested") {
      await ok("POST", "/qb/confirm-match/", token, { deposit_id: deposit.id });
      await settled(token);
    }
    return theDeposit();
  }
});

test("a Deposit that waits for an answer is not in a review's Post all", async () => {
  const { currency: _, timezone: __, ...settings } = await ok("GET", "/settings/company/", token);
  await ok("PUT", "/settings/company/", token, { ...settings, auto_post: false });
  const sale = await sold([20_037, 21_911]);
  await syncBoth();
  const deposit = await theDeposit();
  if (deposit.status === "suggested") {
    await ok("POST", "/qb/confirm-match/", token, { deposit_id: deposit.id });
  }
  expect((await theDeposit()).posting.state).toBe("held");
  // Added once the match was confirmed.
  await addFromFeed(sale, "ACH credit");
  await syncBoth();
  expect(await existing()).toMatchObject([{ deposit_id: deposit.id, matched: true }]);
  expect(await ok("GET", "/qb/posting-review/", token)).toMatchObject({
    ...{ ready: { count: 0 }, look: 1 },
  });
  const refused = await call("POST", "/qb/post-deposit/", {
    ...{ token, body: { deposit_id: deposit.id } },
  });
  expect(refused.status).toBe(409);
});
