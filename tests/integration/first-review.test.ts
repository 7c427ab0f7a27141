import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { booksOf, createSale } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectedCompany, letPostByItself, signUp, type TestCompany } from "../support/company";
import { type Running, settled, startWorkers } from "../support/worker";

let emulators: Emulators;
let workers: Running;
let company: TestCompany;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 4, today: "2026-11-02", company: "small" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
  company = await connectedCompany(emulators, undefined, { autoPost: false });
  await settled(company.token);
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
});

const review = () => ok("GET", "/qb/posting-review/", company.token);
const listed = async (query = "") =>
  (await ok("GET", `/qb/deposit-status/?${query}`, company.token)).deposits;
const depositsInBooks = async () => (await booksOf(emulators)).deposits.length;

test("a new company posts nothing by itself, and Auto Match is on all the same", async () => {
  const { token } = await signUp();
  const { username } = await adminDb().user.findFirstOrThrow({ orderBy: { id: "desc" } });
  await letPostByItself(username, false);
  expect(await ok("GET", "/settings/company/", token)).toMatchObject({
    ...{ auto_match: true, auto_post: false },
  });
  const fresh = await adminDb().company.create({ data: { name: "New", settings: { create: {} } } });
  const settings = { companyId: fresh.id };
  expect(await adminDb().companySettings.findUniqueOrThrow({ where: settings })).toMatchObject({
    autoPost: false,
    autoMatch: true,
  });
  await adminDb().company.delete({ where: { id: fresh.id } });
});

describe("before the first review", () => {
  test("what is matched waits, and the review adds it up", async () => {
    const before = await depositsInBooks();
    const matched = await listed("status=matched");
    expect(matched.length).toBeGreaterThan(3);
    for (const { posting } of matched) expect(posting).toMatchObject({ state: "held" });
    const { ready, look, auto_post } = await review();
    const dates = matched.map(({ txn_date }: { txn_date: string }) => txn_date).sort();
    expect(ready).toMatchObject({ count: matched.length, from: dates[0], to: dates.at(-1) });
    const cents = (of: { amount: string }[]) =>
      of.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    expect(cents(ready.totals)).toBe(
      cents(matched.map(({ total_amt }: { total_amt: string }) => ({ amount: total_amt }))),
    );
    expect(look).toBe(
      (await listed("status=pending")).length + (await listed("status=suggested")).length,
    );
    expect(auto_post).toBe(false);
    expect(await depositsInBooks()).toBe(before);
    expect((await listed("posted=ready")).length).toBe(ready.count);
  });

  test("the entry of everything that is ready has all of it, debited to the bank and balanced", async () => {
    const { ready, revision } = await review();
    const entry = await ok("GET", "/qb/posting-review/entry/", company.token);
    expect(entry.revision).toBe(revision);
    expect(entry.deposits).toHaveLength(ready.count);
    for (const { payments, least } of entry.deposits) {
      expect(payments).toBeGreaterThan(0);
      expect(least.probability).toBeGreaterThan(0.9);
    }
    const cents = (side: "debit" | "credit", of: { debit: string; credit: string }[]) =>
      of.reduce((sum, line) => sum + Math.round(Number(line[side]) * 100), 0);
    expect(cents("debit", entry.lines)).toBe(cents("credit", entry.lines));
    const [{ banks }, first] = [
      await ok("GET", "/qb/bank-account/", company.token),
      entry.lines[0],
    ];
    expect(banks.map(({ Name }: { Name: string }) => Name)).toContain(first.account);
    expect(first.debit).toBe(ready.totals[0].amount);
  });

  test("neither a bank account nor a saved setting posts anything", async () => {
    const before = await depositsInBooks();
    const { banks } = await ok("GET", "/qb/bank-account/", company.token);
    await ok("POST", "/qb/save-bank/", company.token, {
      bank_id: banks[0].Id,
      bank_name: banks[0].Name,
    });
    const {
      currency: _,
      timezone: __,
      ...settings
    } = await ok("GET", "/settings/company/", company.token);
    await ok("PUT", "/settings/company/", company.token, settings);
    await settled(company.token);
    expect(await depositsInBooks()).toBe(before);
  });

  test("the documented calls, without a start date, import everything and post nothing of it", async () => {
    const before = await depositsInBooks();
    const { token } = company;
    const paid = (await booksOf(emulators)).payouts.filter(({ status }) => status === "paid");
    expect((await listed()).length).toBeGreaterThanOrEqual(paid.length);
    await ok("POST", "/stripe/save-payouts/", token);
    await ok("POST", "/qb/sync-payments/", token);
    await settled(token);
    await ok("POST", "/qb/auto-match-all/", token);
    const [suggested] = await listed("status=suggested");
    await ok("POST", "/qb/confirm-match/", token, { deposit_id: suggested.id });
    const [pending] = await listed("status=pending");
    await ok("POST", "/qb/auto-match/", token, { deposit_id: pending.id });
    await settled(token);
    expect(await depositsInBooks()).toBe(before);
    for (const { posting } of await listed("status=matched")) {
      expect(posting).toMatchObject({ state: "held" });
    }
  });

  test("one deposit is posted at a click, and that alone", async () => {
    const before = await depositsInBooks();
    const [first] = await listed("posted=ready&sort=date");
    await ok("POST", "/qb/post-deposit/", company.token, { deposit_id: first.id });
    await settled(company.token);
    expect(await depositsInBooks()).toBe(before + 1);
    const again = await call("POST", "/qb/post-deposit/", {
      ...{ token: company.token, body: { deposit_id: first.id } },
    });
    expect(again.status).toBe(409);
  });

  test("another review than the user's posts nothing", async () => {
    const { revision } = await review();
    const [first] = await listed("posted=ready");
    await ok("POST", "/qb/undo/", company.token, { deposit_id: first.id });
    const before = await depositsInBooks();
    const refused = await call("POST", "/qb/post-ready/", {
      ...{ token: company.token, body: { revision } },
    });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("have changed since you reviewed them");
    await settled(company.token);
    expect(await depositsInBooks()).toBe(before);
  });

  test("what is booked elsewhere is out of the work, and comes back by undo", async () => {
    const [first, second] = await listed("posted=ready&sort=date");
    const { put_aside, skipped } = await ok("POST", "/qb/put-aside/", company.token, {
      ...{ deposit_ids: [first.id, second.id], note: "Recorded from the bank feed" },
    });
    expect([put_aside, skipped]).toEqual([[first.id, second.id], []]);
    const [shown] = (await listed("posted=already")).filter(
      ({ id }: { id: number }) => id === first.id,
    );
    expect(shown).toMatchObject({
      ...{ status: "posted", quickbook_id: "" },
      posting: { adopted: true, message: "Booked elsewhere: Recorded from the bank feed" },
    });
    const again = await ok("POST", "/qb/put-aside/", company.token, { deposit_ids: [first.id] });
    expect(again.skipped).toMatchObject([{ deposit_id: first.id }]);
    for (const { id } of [first, second]) {
      const { status } = await ok("POST", "/qb/undo/", company.token, { deposit_id: id });
      expect(status).toBe("pending");
      await ok("POST", "/qb/auto-match/", company.token, { deposit_id: id });
    }
    expect((await listed("posted=already")).map(({ id }: { id: number }) => id)).not.toContain(
      first.id,
    );
  });
});

test("posting all posts what was reviewed, and later matches by themselves where that was chosen", async () => {
  const before = await depositsInBooks();
  const { ready, revision } = await review();
  const { count } = await ok("POST", "/qb/post-ready/", company.token, {
    revision,
    auto_post: true,
  });
  expect(count).toBe(ready.count);
  await settled(company.token);
  expect(await depositsInBooks()).toBe(before + ready.count);
  expect(await review()).toMatchObject({ ready: { count: 0 }, auto_post: true });

  await createSale(emulators, 61_237, "Quentin Underhill");
  await ok("POST", "/stripe/save-payouts/", company.token);
  await ok("POST", "/qb/sync-payments/", company.token);
  await settled(company.token);
  const [newest] = await listed("sort=-date");
  if (newest.status === "suggested") {
    await ok("POST", "/qb/confirm-match/", company.token, { deposit_id: newest.id });
    await settled(company.token);
  }
  expect((await listed("sort=-date"))[0]).toMatchObject({ id: newest.id, status: "posted" });
});

test("turning it off holds what waits to be posted", async () => {
  const { token } = company;
  await adminDb().integration.updateMany({
    where: { provider: "quickbooks" },
    data: { settings: {} },
  });
  await createSale(emulators, 71_911, "Rosalind Achterberg");
  await ok("POST", "/stripe/save-payouts/", token);
  await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
  const [newest] = await listed("sort=-date");
  if (newest.status === "suggested") {
    await ok("POST", "/qb/confirm-match/", token, { deposit_id: newest.id });
    await settled(token);
  }
  expect((await listed("sort=-date"))[0].posting).toMatchObject({ state: "blocked" });
  const { currency: _, timezone: __, ...settings } = await ok("GET", "/settings/company/", token);
  await ok("PUT", "/settings/company/", token, { ...settings, auto_post: false });
  expect((await listed("sort=-date"))[0].posting).toMatchObject({ state: "held", message: "" });
});
