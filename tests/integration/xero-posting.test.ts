import { expect, test } from "vitest";
import { postDeposit } from "@/server/posting/post-deposit";
import { clearFaults } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { eventually } from "../support/eventually";
import { settled } from "../support/worker";
import { inXero } from "./xero-books/world";

const books = inXero();

const SALE = [
  { amount: 12_050, name: "Ann Baker" },
  { amount: 8_317, name: "Carl Dorn" },
];
const GROSS = 20_367;
/** What a payout of the sale makes of the books, less what it pays out. */
const after = (net: number) => ({
  "Business Account": net,
  "Merchant Fees": GROSS - net,
  Sales: -GROSS,
});
const documents = (net: number) => [`SPEND ${GROSS - net}`, `TRANSFER ${net}`];
const CLOSED =
  "The books are closed through November 30, 2026: post with the date December 1, 2026, or ask your accountant.";

test.each(["Stripe Clearing", "Card Clearing"])(
  "a payout clears %s account by account, and undone leaves the books as they were",
  async (account) => {
    await books.begin(account);
    const net = await books.sale(SALE, { account });
    const before = await books.balances();
    expect(await books.matched()).toMatchObject({ status: "posted" });
    expect(await books.balances()).toEqual(after(net));
    expect(await books.booked()).toEqual(
      account === "Card Clearing" ? [`RECEIVE ${net}`] : documents(net),
    );
    const { id } = await books.deposit();
    const { journal } = await ok("GET", `/qb/deposit/?deposit_id=${id}`, books.token);
    const credits = journal.lines.map((line: Record<string, string>) => [
      line.account,
      line.credit,
    ]);
    expect(credits).toContainEqual([account, "120.50"]);

    await books.sync();
    expect(await books.deposit()).toMatchObject({ status: "posted" });
    expect((await books.post("/qb/undo/", { deposit_id: id })).message).toBe("Match undone");
    expect(await books.balances()).toEqual(before);
    expect(await books.payments()).toEqual(["open", "open"]);
    await books.sync();
    expect(await books.payments()).toEqual(["open", "open"]);
    if ((await books.deposit()).status === "suggested") {
      await books.post("/qb/confirm-match/", { deposit_id: id });
      await settled(books.token);
      expect(await books.balances()).toEqual(after(net));
    }
  },
);

test("a request that is lost between the two transactions is sent again, without the first", async () => {
  await books.begin();
  const net = await books.sale(SALE);
  await books.fault({ kind: "cut", times: 4, match: { method: "PUT", path: "BankTransfers" } });
  expect(await books.matched()).toMatchObject({ status: "posted" });
  expect(await books.balances()).toEqual(after(net));
  expect(await books.booked()).toEqual(documents(net));
  expect(await books.posting()).toMatchObject({ adopted: false });
});

test.each(["BankTransactions", "BankTransfers"])("a lost answer of %s is found", async (path) => {
  await books.begin();
  const net = await books.sale(SALE);
  await books.fault({ kind: "cut_after", times: 4, match: { method: "PUT", path } });
  expect(await books.matched()).toMatchObject({ status: "posted" });
  expect(await books.booked()).toEqual(documents(net));
  const { adopted, asCreated } = await books.posting();
  expect([adopted, asCreated]).toEqual([false, expect.objectContaining({ total: net })]);
});

test("of two workers the second completes what the first has begun, and neither doubles it", async () => {
  await books.begin();
  const net = await books.sale(SALE);
  await books.fault({ kind: "hold", match: { method: "PUT", path: "BankTransfers" } });
  await books.post("/stripe/save-payouts/");
  await books.post("/xero/sync/");
  const { id, ctx } = await eventually(async () => {
    const [found] = (await ok("GET", "/qb/deposit-status/", books.token)).deposits;
    if (found?.status === "suggested") {
      await books.post("/qb/confirm-match/", { deposit_id: found.id });
    }
    const posting = await books.posting();
    expect(posting.quickbooksDepositId).toMatch(/^spend:[^+]+$/);
    return posting;
  });
  await adminDb().posting.updateMany({ data: { heartbeatAt: new Date(Date.now() - 60_000) } });
  await postDeposit(ctx, id);
  await clearFaults(books.emulators);
  await settled(books.token);
  expect(await books.deposit()).toMatchObject({ status: "posted" });
  expect(await books.booked()).toEqual(documents(net));
  expect(await books.balances()).toEqual(after(net));
});

test("an undo while only a part is there takes that back", async () => {
  await books.begin();
  await books.sale(SALE);
  const before = await books.balances();
  await books.fault({ kind: "cut", times: 40, match: { method: "PUT", path: "BankTransfers" } });
  await books.post("/stripe/save-payouts/");
  await books.post("/xero/sync/");
  const { depositId } = await eventually(async () => {
    const [found] = (await ok("GET", "/qb/deposit-status/", books.token)).deposits;
    if (found?.status === "suggested") {
      await books.post("/qb/confirm-match/", { deposit_id: found.id });
    }
    const posting = await books.posting();
    expect(posting).toMatchObject({ state: "queued", outcomeUnknown: true });
    return posting;
  });
  expect(await books.balances()).not.toEqual(before);
  await adminDb().posting.updateMany({ data: { nextAttemptAt: new Date(Date.now() + 3_600_000) } });
  await eventually(() => books.post("/qb/undo/", { deposit_id: depositId }));
  expect(await books.balances()).toEqual(before);
  expect(await books.payments()).toEqual(["open", "open"]);
});

test.each(["undo", "retry-posting"])(
  "after an undo that stopped between the two transactions, and a sync, %s goes on",
  async (verb) => {
    await books.begin();
    const net = await books.sale(SALE);
    const before = await books.balances();
    const { id } = await books.matched();
    const match = { method: "POST", path: "BankTransactions" };
    await books.fault({ kind: "status", status: 400, match });
    const body = { deposit_id: id };
    const undo = await call("POST", "/qb/undo/", { token: books.token, body });
    expect(undo.body.message).toContain("deleted in Xero; the rest is still there. Undo match");
    await books.sync();
    expect(await books.deposit()).toMatchObject({ status: "matched" });
    await books.post(`/qb/${verb}/`, body);
    await settled(books.token);
    expect(await books.booked()).toEqual(verb === "undo" ? [] : documents(net));
    expect(await books.balances()).toEqual(verb === "undo" ? before : after(net));
  },
);

test("what was changed in Xero is left alone, and noticed by the next sync", async () => {
  await books.begin();
  await books.sale(SALE);
  const { id } = await books.matched();
  const { bank_transactions } = await books.documents();
  const spend = bank_transactions.find(({ type }) => type === "SPEND");
  await books.by("change", { id: spend?.id, amount: 700 });
  const changed = await books.balances();
  const undo = await call("POST", "/qb/undo/", { token: books.token, body: { deposit_id: id } });
  expect([undo.status >= 400, undo.body.message]).toEqual([
    true,
    expect.stringContaining("were changed in Xero, so we left them alone."),
  ]);
  expect(await books.balances()).toEqual(changed);
  expect(await books.deposit()).toMatchObject({ status: "posted" });
  await books.sync();
  expect(await books.deposit()).toMatchObject({ quickbook_id: "" });
  const { notifications } = await ok("GET", "/notifications/", books.token);
  expect(notifications.map(({ body }: { body: string }) => body).join()).toContain(
    "Its bank transfer was changed in Xero",
  );
});

test("what was deleted in Xero is noticed, and its payments are open", async () => {
  await books.begin();
  await books.sale(SALE);
  await books.matched();
  const { bank_transactions, bank_transfers } = await books.documents();
  const spend = bank_transactions.find(({ type }) => type === "SPEND");
  // Xero knows it, but not at once.
  const match = { method: "GET", path: `BankTransactions/${spend?.id}` };
  await books.fault({ kind: "status", status: 404, times: 6, match });
  await books.sync();
  expect(await books.deposit()).toMatchObject({ status: "posted" });
  for (const { id } of [spend, bank_transfers[0]].flatMap((each) => each ?? [])) {
    await books.by("change", { id, removed: true });
  }
  await books.sync();
  expect(await books.deposit()).toMatchObject({ quickbook_id: "" });
  expect(await books.payments()).toEqual(["open", "open"]);
});

test("a closed period is said before anything is sent, and the payout posted once it is open", async () => {
  await books.begin();
  const net = await books.sale(SALE);
  const before = await books.balances();
  await books.by("company", { periodLockDate: "2026-11-30" });
  expect((await books.matched()).posting).toMatchObject({ state: "blocked", message: CLOSED });
  expect(await books.balances()).toEqual(before);
  await books.by("company", { periodLockDate: null });
  await books.sync();
  expect(await books.deposit()).toMatchObject({ status: "posted" });
  expect(await books.balances()).toEqual(after(net));
});

test("books that were closed meanwhile refuse, and an undo there says so", async () => {
  await books.begin();
  const net = await books.sale(SALE);
  await books.sync();
  await books.by("company", { endOfYearLockDate: "2026-11-30" });
  const { id, status } = await books.deposit();
  if (status === "suggested") {
    await books.post("/qb/confirm-match/", { deposit_id: id });
    await settled(books.token);
    expect((await books.deposit()).posting).toMatchObject({ state: "blocked", message: CLOSED });
    await books.by("company", { endOfYearLockDate: null });
    await books.retry();
    await books.by("company", { endOfYearLockDate: "2026-11-30" });
  }
  expect(await books.balances()).toEqual(after(net));
  const undo = await call("POST", "/qb/undo/", { token: books.token, body: { deposit_id: id } });
  expect(undo.body.message).toContain("The books are closed until 2026-11-30 in Xero.");
  expect(await books.deposit()).toMatchObject({ status: "posted" });
  expect(await books.balances()).toEqual(after(net));
});

test("a payout below zero leaves the bank, and its payments their account", async () => {
  await books.begin();
  const net = await books.sale(SALE, { fee: 30_000 });
  expect(net).toBeLessThan(0);
  expect(await books.matched()).toMatchObject({ status: "posted" });
  expect(await books.balances()).toEqual(after(net));
  const { id } = await books.deposit();
  await books.post("/qb/undo/", { deposit_id: id });
  expect(await books.balances()).toEqual({ "Stripe Clearing": GROSS, Sales: -GROSS });
});

test("a transfer that a person made of it is linked to, and nothing is booked beside it", async () => {
  await books.begin();
  const net = await books.sale(SALE);
  await books.by("transfers", { from: "Stripe Clearing", amount: net, date: "2026-11-03" });
  const before = await books.balances();
  expect(await books.matched()).toMatchObject({ status: "posted" });
  const { adopted, message } = await books.posting();
  expect([adopted, message]).toEqual([
    true,
    expect.stringMatching(/^Already recorded in Xero \(same total/),
  ]);
  expect(await books.balances()).toEqual(before);
  await books.sync();
  expect(await books.deposit()).toMatchObject({ status: "posted" });
  const { id } = await books.deposit();
  await books.post("/qb/undo/", { deposit_id: id });
  expect(await books.balances()).toEqual(before);
});
