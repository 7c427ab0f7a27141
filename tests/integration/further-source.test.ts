import { expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { booksOf } from "../support/sandbox";
import { settled } from "../support/worker";
import { control, eachInACompanyOfItsOwn, sandbox, syncBoth, token } from "./ledger-changes/world";

eachInACompanyOfItsOwn({});

const ANN = { amount: 5_000, name: "Ann Baker" };
const OLIVIA = { amount: 21_972, name: "Olivia Eastwick" };
const RUTH = { amount: 8_815, name: "Ruth Castellano" };

/** A payout with its payment waiting in Undeposited Funds. @returns the payout's id. */
async function paidOut(charge: typeof ANN, second = true): Promise<string> {
  await control("/quickbooks/payments", { amount: charge.amount, customer: charge.name });
  const { payout } = await control("/stripe/payouts", { charges: [charge], second });
  return payout.id;
}

async function connectSecond(start_date?: string): Promise<void> {
  const secret_key = sandbox.credentials.stripeOtherKey;
  await ok("POST", "/stripe/connect/", token, { secret_key, ...(start_date && { start_date }) });
  await settled(token);
}

async function depositOf(payout: string) {
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  const found = deposits.find(({ source_id }: { source_id: string }) => source_id === payout);
  if (found?.status !== "suggested") return found;
  await ok("POST", "/qb/confirm-match/", token, { deposit_id: found.id });
  await settled(token);
  return depositOf(payout);
}

const review = () => ok("GET", "/qb/posting-review/", token);
const depositsInBooks = async () => (await booksOf(sandbox)).deposits.length;

async function awaiting(): Promise<string[]> {
  const { integrations } = await ok("GET", "/user/integrations/", token);
  return integrations.flatMap((each: { awaits_review: boolean; display_name: string }) =>
    each.awaits_review ? each.display_name : [],
  );
}

test("a further account posts nothing before its own review, while the first goes on posting", async () => {
  const history = await paidOut(ANN);
  const before = await depositsInBooks();
  await connectSecond();
  await syncBoth();
  expect(await awaiting()).toEqual(["Sample Company Wholesale"]);
  expect(await depositOf(history)).toMatchObject({
    ...{ status: "matched", posting: { state: "held" } },
  });
  expect(await depositsInBooks()).toBe(before);

  const first = await paidOut(OLIVIA, false);
  await syncBoth();
  expect(await depositOf(first)).toMatchObject({ status: "posted" });
  expect(await depositOf(history)).toMatchObject({ posting: { state: "held" } });
  expect(await depositsInBooks()).toBe(before + 1);

  // Neither the switch nor one deposit posted by hand is the review.
  const { currency: _, timezone: __, ...settings } = await ok("GET", "/settings/company/", token);
  await ok("PUT", "/settings/company/", token, { ...settings, auto_post: false });
  await ok("PUT", "/settings/company/", token, { ...settings, auto_post: true });
  await settled(token);
  expect(await depositsInBooks()).toBe(before + 1);
  await ok("POST", "/qb/post-deposit/", token, {
    deposit_id: (await depositOf(history)).id,
  });
  const later = await paidOut(RUTH);
  await syncBoth();
  expect(await depositOf(later)).toMatchObject({ posting: { state: "held" } });
  expect(await awaiting()).toEqual(["Sample Company Wholesale"]);

  const { ready, revision, auto_post } = await review();
  expect([ready.count, auto_post]).toEqual([1, true]);
  await ok("POST", "/qb/post-ready/", token, { revision });
  await settled(token);
  expect(await depositOf(later)).toMatchObject({ status: "posted" });
  expect(await awaiting()).toEqual([]);
  const released = await adminDb().auditEvent.findFirstOrThrow({
    where: { action: "postings.released" },
    orderBy: { id: "desc" },
  });
  expect(released.data).toMatchObject({ count: 1, started: [expect.any(String)] });

  const newest = await paidOut({ amount: 4_417, name: "Petra Lindqvist" });
  await syncBoth();
  expect(await depositOf(newest)).toMatchObject({ status: "posted" });
});

test("with a start date it posts from there on, as was chosen", async () => {
  const payout = await paidOut(ANN);
  await connectSecond("2026-01-01");
  await syncBoth();
  expect(await awaiting()).toEqual([]);
  expect(await depositOf(payout)).toMatchObject({ status: "posted" });
});

test("a review of the first account doesn't start one whose payouts aren't here yet", async () => {
  await connectSecond();
  expect(await awaiting()).toEqual(["Sample Company Wholesale"]);
  const { currency: _, timezone: __, ...settings } = await ok("GET", "/settings/company/", token);
  await ok("PUT", "/settings/company/", token, { ...settings, auto_post: false });
  const first = await paidOut(OLIVIA, false);
  await syncBoth();
  expect(await depositOf(first)).toMatchObject({ posting: { state: "held" } });
  const { revision } = await review();
  await ok("POST", "/qb/post-ready/", token, { revision, auto_post: true });
  await settled(token);
  expect(await depositOf(first)).toMatchObject({ status: "posted" });

  const history = await paidOut(ANN);
  await syncBoth();
  expect(await depositOf(history)).toMatchObject({ posting: { state: "held" } });
});

test("an account that is connected again still awaits its review", async () => {
  await connectSecond();
  await ok("POST", "/integrations/disconnect/", token, {
    connection_id: (await ok("GET", "/user/integrations/", token)).integrations.find(
      ({ awaits_review }: { awaits_review: boolean }) => awaits_review,
    ).id,
  });
  await connectSecond("2026-01-01");
  expect(await awaiting()).toEqual(["Sample Company Wholesale"]);
});
