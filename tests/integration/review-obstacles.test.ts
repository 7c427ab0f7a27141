import { beforeEach, expect, test } from "vitest";
import type { PostingReview, PostingWait } from "@/lib/contracts/posting-review";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  eachInACompanyOfItsOwn,
  emulators,
  syncBoth,
  token,
} from "./ledger-changes/world";

// Today is 2 November 2026: a payout reaches the bank on the 3rd. Refunds have no account.
eachInACompanyOfItsOwn({ dispute: "Chargebacks", dispute_fee: "Chargebacks" });

beforeEach(async () => {
  const settings = await ok("GET", "/settings/company/", token);
  await ok("PUT", "/settings/company/", token, { ...settings, auto_post: false });
});

/** Takes choices out of the settings of the books, or of a source. */
async function forget(provider: "quickbooks" | "stripe", ...keys: string[]): Promise<void> {
  await adminDb().$executeRaw`UPDATE integrations SET settings = settings - ${keys}::text[]
    WHERE provider = ${provider}::provider AND status = 'connected'`;
}

const review = (): Promise<PostingReview> => ok("GET", "/qb/posting-review/", token);
const inBooks = async () => (await booksOf(emulators)).deposits.length;
const waits = (groups: readonly PostingWait[]) =>
  groups.map(({ count, waits_for, action }) => [count, waits_for, action]);

interface Sold {
  amount: number;
  name: string;
  refunded?: number;
  disputed?: boolean;
}

async function sell(sold: Sold, more: { currency?: string; date?: string } = {}): Promise<void> {
  const { currency = "usd" } = more;
  await control("/stripe/payouts", { charges: [sold], ...more });
  await control("/quickbooks/payments", {
    ...{ amount: sold.amount, customer: sold.name, currency: currency.toUpperCase() },
    ...(more.date && { date: more.date }),
  });
}

/** Confirms what is suggested, so that all of it is matched. */
async function matched(): Promise<Map<string, number>> {
  await syncBoth();
  const { deposits } = await ok("GET", "/qb/deposit-status/?status=suggested", token);
  for (const { id } of deposits) await ok("POST", "/qb/confirm-match/", token, { deposit_id: id });
  await settled(token);
  const all = (await ok("GET", "/qb/deposit-status/", token)).deposits;
  for (const { status, posting } of all) {
    expect({ status, state: posting?.state }).toEqual({ status: "matched", state: "held" });
  }
  return new Map(
    all.map(({ id, total_amt }: { id: number; total_amt: string }) => [total_amt, id]),
  );
}

test("only what can be posted is ready; the rest says what it waits for, and Post all leaves it out", async () => {
  await forget("quickbooks", "bank:stripe:EUR", "clearingId", "clearingName", "clearingCurrency");
  await sell({ amount: 20_000, name: "Ann Baker" });
  await sell({ amount: 31_000, name: "Bo Ray" });
  await sell({ amount: 42_000, name: "Euro Firm" }, { currency: "eur" });
  await sell({ amount: 60_000, name: "Blue Harbor", refunded: 4_500 });
  await sell({ amount: 5_000, name: "Cy Fox", disputed: true });
  const ids = await matched();
  const { ready, waiting, revision, look } = await review();
  expect(ready).toMatchObject({
    ...{ count: 2, closed: 0, from: "2026-11-03", to: "2026-11-03" },
    totals: [{ currency: "USD", amount: "494.61" }],
  });
  expect(waits(waiting).toSorted()).toEqual([
    [1, "a EUR bank account", "ledger_settings"],
    [1, "a clearing account", "negative_account"],
    [1, "an account for a line without a payment", "choose_account"],
  ]);
  expect(look).toBe(0);
  const refund = waiting.find(({ action }) => action === "choose_account");
  expect(refund).toMatchObject({
    text: "Refund of 45.00 to Blue Harbor isn't in QuickBooks. Choose what it is booked to.",
    deposit_ids: [ids.get("537.30")],
  });

  const answer = await ok("POST", "/qb/post-ready/", token, { revision });
  expect(answer).toMatchObject({ count: 2, left_out: waiting });
  expect(answer.message).toMatch(
    /^Posting 2 deposits\. 1 waits for an? .*, 1 for an? .*, 1 for an? /,
  );
  await settled(token);
  expect(await inBooks()).toBe(2);
  const left = (await ok("GET", "/qb/deposit-status/?status=matched", token)).deposits;
  expect(left.map(({ posting }: { posting: { state: string } }) => posting.state)).toEqual([
    ...["held", "held", "held"],
  ]);

  // What is supplied makes them ready, without a click more; nothing is posted meanwhile.
  const again = await call("POST", "/qb/post-ready/", { token, body: { revision } });
  expect([again.status, again.body.message]).toEqual([
    409,
    expect.stringMatching(/^Nothing is ready to post\. 1 waits for .*/),
  ]);
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  const account = accounts.find(({ Name }: { Name: string }) => Name === "Sales");
  await ok("PUT", "/settings/accounts/", token, {
    ...{ integration_type: "stripe", kind: "refund", account_id: account.Id },
  });
  expect(await review()).toMatchObject({ ready: { count: 1 }, waiting: [{}, {}] });
  expect(await inBooks()).toBe(2);
});

test("without a category, a bank account or a connection nothing is ready", async () => {
  await sell({ amount: 20_000, name: "Ann Baker" });
  await matched();
  await forget("stripe", "categoryId", "categoryName");
  expect(waits((await review()).waiting)).toEqual([
    [1, "an expense category in Stripe Settings", "source_settings"],
  ]);
  await forget("quickbooks", "bankId", "bankName", "bankCurrency");
  expect(waits((await review()).waiting)).toEqual([[1, "a USD bank account", "ledger_settings"]]);
  await adminDb().integration.updateMany({
    where: { provider: "quickbooks", status: "connected" },
    data: { status: "expired" },
  });
  expect(await review()).toMatchObject({
    ready: { count: 0, from: null, to: null, totals: [] },
    waiting: [{ count: 1, waits_for: "QuickBooks to be connected", action: "connect" }],
  });
});

test("in closed books, a payout waits for them, or is dated on the first open day with the others", async () => {
  await sell({ amount: 20_000, name: "Ann Baker" }, { date: "2026-10-29" });
  await sell({ amount: 31_000, name: "Bo Ray" });
  await matched();
  await control("/quickbooks/company", { closedUntil: "2026-10-31" });
  await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
  const closed = await review();
  expect(closed).toMatchObject({ ready: { count: 1, closed: 1 } });
  expect(waits(closed.waiting)).toEqual([[1, "the books to reopen", "post_on_open_day"]]);
  expect(await ok("POST", "/qb/post-all-on-open-day/", token)).toMatchObject({ count: 1 });
  const { ready, waiting, revision } = await review();
  expect([ready.count, waiting]).toEqual([2, []]);
  expect(await inBooks()).toBe(0);
  const { message } = await ok("POST", "/qb/post-ready/", token, { revision });
  expect(message).toBe("Posting 2 deposits");
  await settled(token);
  expect(await inBooks()).toBe(2);
});

test("the review asks QuickBooks nothing", async () => {
  await sell({ amount: 60_000, name: "Blue Harbor", refunded: 4_500 });
  await matched();
  const asked = async () => {
    const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
    return requests.length;
  };
  const before = await asked();
  await review();
  expect(await asked()).toBe(before);
});
