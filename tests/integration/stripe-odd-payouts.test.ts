import { expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { settled } from "../support/worker";
import {
  addPayout,
  company,
  control,
  depositOf,
  inOneCompany,
  inQuickBooks,
  type Payout,
  seed,
  sync,
} from "./stripe-payouts/world";

inOneCompany();

const detailOf = async (payout: Payout) =>
  ok("GET", `/qb/deposit/?deposit_id=${(await depositOf(payout)).id}`, company.token);

async function accountNamed(name: string): Promise<string> {
  const { accounts } = await ok("GET", "/qb/accounts/", company.token);
  return accounts.find(({ Name }: { Name: string }) => Name === name).Id;
}

test("a payout whose transactions don't add up is kept, holds nothing up, and is closed by a person", async () => {
  const odd = await seed(10_000, "Ada Lovelace", { unlisted: 300 });
  const plain = await seed(20_000, "Alan Turing");
  await ok("POST", "/qb/sync-payments/", company.token);
  await sync();
  expect(await depositOf(plain)).toMatchObject({ status: "posted" });
  const { deposit, bookings } = await detailOf(odd);
  expect(deposit).toMatchObject({ total_amt: "99.80", status: "suggested", quickbook_id: "" });
  const difference = deposit.lines.find(({ amount }: { amount: string }) => amount === "3.00");
  expect(difference.description).toBe(
    "Difference: the transactions that Stripe lists add up to 96.80",
  );
  expect(deposit.reason.text).toContain(
    "The transactions that Stripe lists are 3.00 less than this payout. Choose an account.",
  );
  expect(bookings).toMatchObject([{ line_id: difference.id, kind: "other", amount: "3.00" }]);
  const cursor = await cursorOf();
  expect(Date.now() / 1000 - cursor).toBeLessThan(31 * 86_400);

  await ok("POST", "/qb/book-line/", company.token, {
    ...{ deposit_id: deposit.id, line_id: difference.id, kind: "other" },
    account_id: await accountNamed("Bank Charges"),
  });
  const { status } = await depositOf(odd);
  if (status === "suggested") {
    await ok("POST", "/qb/confirm-match/", company.token, { deposit_id: deposit.id });
  }
  await settled(company.token);
  expect(await depositOf(odd)).toMatchObject({ status: "posted" });
  expect(await inQuickBooks(odd)).toMatchObject([{ total: 9_980 }]);
});

test("it loses the difference once Stripe lists what was missing", async () => {
  const odd = await seed(10_100, "Grace Hopper", { unlisted: -500 });
  await ok("POST", "/qb/sync-payments/", company.token);
  await sync();
  const before = await depositOf(odd);
  expect(before).toMatchObject({ status: "suggested" });
  await control("/stripe/payouts/change", { id: odd.id, adjustment: -500 });
  await sync();
  const { deposit } = await detailOf(odd);
  const lines = deposit.lines.map(({ amount, kind }: Record<string, string>) => [kind, amount]);
  expect(lines.sort()).toEqual([
    ["adjustment", "-5.00"],
    ["charge", "101.00"],
  ]);
  expect(await depositOf(odd)).toMatchObject({ status: "posted", total_amt: before.total_amt });
});

test("a payout into a bank account in another currency says so, and isn't posted", async () => {
  const payout = await seed(30_000, "Hedy Lamarr", { bank: "eur" });
  await ok("POST", "/qb/sync-payments/", company.token);
  await sync();
  const deposit = await depositOf(payout);
  expect(deposit.payout_issue).toBe(
    "This payout is in USD, but your bank account is in EUR. The bank's amount isn't known, so it isn't posted. Record it in QuickBooks with the amount on your bank statement, then mark it as booked elsewhere.",
  );
  expect(deposit.posting).toMatchObject({
    state: "blocked",
    message: expect.stringContaining("paid into a bank account in EUR"),
  });
  expect(await inQuickBooks(payout)).toEqual([]);
});

test("one that Stripe doesn't itemize is matched as a whole, though it is automatic", async () => {
  const payout = await addPayout({ charges: [{ amount: 8_800 }], reconciled: false });
  await sync();
  expect(await depositOf(payout)).toMatchObject({ status: "pending", lines: [] });
});

test("the Deposit's memo has the bank's name of the transfer, and stays ours without it", async () => {
  const payout = await seed(40_000, "Barbara Liskov");
  await ok("POST", "/qb/sync-payments/", company.token);
  await sync();
  const [deposit] = await inQuickBooks(payout);
  expect(deposit?.note).toMatch(/^Stripe payout po_\w+ · trace [A-Z0-9]{16} · Deposit Matcher$/);
  const { deposit: posted } = await detailOf(payout);
  expect(posted.posting).toMatchObject({ state: "posted", adopted: false });
});

async function cursorOf(): Promise<number> {
  const { cursor } = await adminDb().integration.findFirstOrThrow({
    where: { provider: "stripe", status: "connected" },
  });
  return (cursor as { payoutsSince: number }).payoutsSince;
}
