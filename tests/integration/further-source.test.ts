import { expect, test } from "vitest";
import { dateText } from "@/lib/dates";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  eachInACompanyOfItsOwn,
  emulators,
  syncBoth,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn({});

const ANN = { amount: 5_000, name: "Ann Baker" };
const OLIVIA = { amount: 21_972, name: "Olivia Eastwick" };
const RUTH = { amount: 8_815, name: "Ruth Castellano" };
const SECOND = "Sample Company Wholesale";
const FACTS = {
  country: "US",
  multicurrency: true,
  tracksClasses: false,
  tracksLocations: false,
};

/** A payout of the second account on a day, or the first one's newest, and its payment. @returns its id. */
async function paidOut(charge: typeof ANN, date?: string): Promise<string> {
  await control("/quickbooks/payments", { amount: charge.amount, customer: charge.name, date });
  const { payout } = await control("/stripe/payouts", {
    ...{ charges: [charge], date },
    second: date !== undefined,
  });
  return payout.id;
}

async function connectSecond(start_date?: string): Promise<string | null> {
  const secret_key = emulators.credentials.stripeOtherKey;
  await ok("POST", "/stripe/connect/", token, { secret_key, ...(start_date && { start_date }) });
  await settled(token);
  const { integrations } = await ok("GET", "/user/integrations/", token);
  const names = new Map<string, { posts_from: string | null }>(
    integrations.map((each: { display_name: string }) => [each.display_name, each]),
  );
  // The first source is not concerned.
  expect(names.get("Sample Company")?.posts_from).toBeNull();
  return names.get(SECOND)?.posts_from ?? null;
}

async function depositOf(payout: string) {
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  const found = deposits.find(({ source_id }: { source_id: string }) => source_id === payout);
  if (found?.status !== "suggested") return found;
  await ok("POST", "/qb/confirm-match/", token, { deposit_id: found.id });
  await settled(token);
  return depositOf(payout);
}

const depositsInBooks = async () => (await booksOf(emulators)).deposits.length;
const HELD = { status: "matched", posting: { state: "held" } };

/** The day that the dialog offers, and one before it. */
async function offered(): Promise<{ suggested: string; earlier: string }> {
  const { suggested } = await ok("GET", "/settings/start-dates/", token);
  const earlier = new Date(suggested);
  earlier.setUTCDate(earlier.getUTCDate() - 7);
  return { suggested, earlier: dateText(earlier) };
}

test("without a start date, what a further account paid out before the offered day waits for the review", async () => {
  const { suggested, earlier } = await offered();
  const history = await paidOut(ANN, earlier);
  const before = await depositsInBooks();
  expect(await connectSecond()).toBe(suggested);
  const first = await paidOut(OLIVIA);
  await syncBoth();
  expect(await depositOf(history)).toMatchObject(HELD);
  expect(await depositOf(first)).toMatchObject({ status: "posted" });
  expect(await depositsInBooks()).toBe(before + 1);

  // Neither the switch nor another start releases it, as long as nobody reviewed it.
  const { currency: _, timezone: __, ...settings } = await ok("GET", "/settings/company/", token);
  await ok("PUT", "/settings/company/", token, { ...settings, auto_post: false });
  await ok("PUT", "/settings/company/", token, { ...settings, auto_post: true });
  const { integrations } = await ok("GET", "/user/integrations/", token);
  const second = integrations.find(
    ({ display_name }: { display_name: string }) => display_name === SECOND,
  );
  await ok("POST", "/integrations/disconnect/", token, { connection_id: second.id });
  expect(await connectSecond("2026-01-01")).toBe(suggested);
  await syncBoth();
  expect(await depositsInBooks()).toBe(before + 1);

  const { ready, revision, auto_post } = await ok("GET", "/qb/posting-review/", token);
  expect([ready.count, auto_post]).toEqual([1, true]);
  await ok("POST", "/qb/post-ready/", token, { revision });
  await settled(token);
  expect(await depositOf(history)).toMatchObject({ status: "posted" });
});

test("what it pays out from that day on is posted", async () => {
  const { suggested } = await offered();
  expect(await connectSecond()).toBe(suggested);
  const payout = await paidOut(RUTH, suggested);
  await syncBoth();
  expect(await depositOf(payout)).toMatchObject({ status: "posted" });
});

test("a chosen start date is the whole choice: from there on it posts", async () => {
  const { earlier } = await offered();
  const payout = await paidOut(ANN, earlier);
  expect(await connectSecond("2026-01-01")).toBeNull();
  await syncBoth();
  expect(await depositOf(payout)).toMatchObject({ status: "posted" });
});

test("where the books are closed later than that, the open period begins it", async () => {
  await adminDb().integration.updateMany({
    where: { provider: "quickbooks", status: "connected" },
    data: { companyFacts: { ...FACTS, closedUntil: "2099-06-30" } },
  });
  expect(await connectSecond()).toBe("2099-07-01");
});
