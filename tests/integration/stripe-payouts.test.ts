import { describe, expect, test } from "vitest";
import { toWireDecimal } from "@/lib/money";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { signUp } from "../support/company";
import { settled } from "../support/worker";
import {
  addPayout,
  company,
  control,
  depositOf,
  deposits,
  emulators,
  inOneCompany,
  inQuickBooks,
  seed,
  sync,
} from "./stripe-payouts/world";

inOneCompany();

test("a restricted key gets all missing permissions in one error, at its field", async () => {
  const { token } = await signUp();
  const connect = () =>
    call("POST", "/stripe/connect/", {
      token,
      body: { secret_key: emulators.credentials.stripeRestrictedKey },
    });
  await control("/stripe/restricted-key", { lacks: ["rak_dispute_read", "rak_customer_read"] });
  const refused = await connect();
  expect(refused.status).toBe(422);
  expect(refused.body.message).toBe(
    "This key lacks 2 permissions: Disputes: Read, Customers: Read. Add them to the key in Stripe, then try again.",
  );
  expect(refused.body.fields).toEqual({ secret_key: refused.body.message });
  await control("/stripe/restricted-key", { lacks: [] });
  expect((await connect()).status).toBe(200);
  const [integration] = (await ok("GET", "/user/integrations/", token)).integrations;
  expect(integration).toMatchObject({
    ...{ integration_type: "stripe", livemode: false },
    // Stripe doesn't show it to a restricted key.
    display_name: expect.stringMatching(/^acct_/),
  });
  await settled(token);
});

describe("other kinds of payout", () => {
  test("a canceled manual one is marked as canceled", async () => {
    const payout = await addPayout({
      charges: [{ amount: 3_300 }],
      automatic: false,
      status: "pending",
    });
    await sync();
    expect(await depositOf(payout)).toMatchObject({
      payout_status: "pending",
      payout_issue: "",
      lines: [],
    });
    await control("/stripe/payouts/change", { id: payout.id, status: "canceled" });
    await sync();
    expect(await depositOf(payout)).toMatchObject({
      status: "pending",
      payout_status: "canceled",
      payout_issue: "This payout was canceled. It won't be matched or posted.",
    });
  });

  test("one in transit is not matched until it is paid", async () => {
    const payout = await seed(9_900, "Donald Knuth", { automatic: true, status: "in_transit" });
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    expect((await deposits()).has(payout.id)).toBe(false);
    const onItsWay = async () =>
      (await ok("GET", "/dashboard/on-their-way/", company.token)).payouts.filter(
        ({ amount }: { amount: string }) => amount === toWireDecimal(payout.amount, "USD"),
      );
    expect(await onItsWay()).toEqual([
      expect.objectContaining({ source: "Stripe", currency: "USD", deposit_id: null }),
    ]);
    await control("/stripe/payouts/change", { id: payout.id, status: "paid" });
    await sync();
    expect(await depositOf(payout)).toMatchObject({ status: "posted", payout_status: "paid" });
    expect(await onItsWay()).toEqual([]);
  });

  test("an instant one has no lines, and is matched as a whole", async () => {
    const payout = await addPayout({
      charges: [{ amount: 4_400 }],
      automatic: false,
      method: "instant",
    });
    await sync();
    expect(await depositOf(payout)).toMatchObject({ status: "pending", lines: [] });
  });

  test("one that debits the bank is negative, and never a Deposit", async () => {
    const payout = await seed(1_000, "Tony Hoare", { fee: 5_000 });
    expect(payout.amount).toBe(1_000 - 59 - 5_000);
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    const deposit = await depositOf(payout);
    expect(deposit.total_amt).toBe("-40.59");
    expect(deposit.status).not.toBe("posted");
    expect(await inQuickBooks(payout)).toEqual([]);
  });

  test("a reversed one names its reversal, which is a separate deposit", async () => {
    const payout = await seed(6_600, "John Backus");
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    const { reversal } = await control("/stripe/payouts/change", { id: payout.id, reverse: true });
    await sync();
    expect(await depositOf(payout)).toMatchObject({
      status: "posted",
      payout_status: "paid",
      payout_issue: `Reversed by payout ${reversal.id}.`,
    });
    expect(await depositOf(reversal)).toMatchObject({ status: "pending", lines: [] });
    expect(await inQuickBooks(reversal)).toEqual([]);
  });
});

describe("several currencies", () => {
  test("amounts are exact, and a payout in a currency other than the books' is never matched", async () => {
    // The same numbers in the books, in dollars: they must not match yen or euros.
    for (const amount of [500_000, 250_000]) {
      await control("/quickbooks/payments", { amount, customer: "Hedy Lamarr" });
    }
    const yen = await addPayout({
      charges: [{ amount: 500_000, name: "Hedy Lamarr" }],
      currency: "jpy",
    });
    const euro = await addPayout({
      charges: [{ amount: 250_000, name: "Hedy Lamarr" }],
      currency: "eur",
    });
    const dollar = await seed(130_000, "Hedy Lamarr");
    await ok("POST", "/qb/sync-payments/", company.token);
    await sync();
    expect(await depositOf(yen)).toMatchObject({
      status: "pending",
      total_amt: `${500_000 - 14_500 - 30}.00`,
      currency: "JPY",
    });
    expect(await depositOf(euro)).toMatchObject({
      status: "pending",
      total_amt: "2427.20",
      currency: "EUR",
    });
    expect(await depositOf(dollar)).toMatchObject({ status: "posted", total_amt: "1262.00" });
    for (const payout of [yen, euro]) {
      const { id } = await depositOf(payout);
      const detail = await ok("GET", `/qb/deposit/?deposit_id=${id}`, company.token);
      expect(detail.currency_differs).toBe(true);
      expect(detail.matches).toEqual([]);
      expect(await inQuickBooks(payout)).toEqual([]);
    }
    const ours = await ok(
      "GET",
      `/qb/deposit/?deposit_id=${(await depositOf(dollar)).id}`,
      company.token,
    );
    expect(ours.currency_differs).toBe(false);
  });
});

describe("movements of unknown kinds", () => {
  test("keep Stripe's name, count in the sum, and are never booked automatically", async () => {
    await control("/quickbooks/payments", { amount: 12_000, customer: "Mary Shelley" });
    await ok("POST", "/qb/sync-payments/", company.token);
    const entries = [
      { type: "transfer", reportingCategory: "transfer", amount: -1_500 },
      { type: "topup", reportingCategory: "topup", amount: 2_000 },
      { type: "brand_new", reportingCategory: "brand_new_category", amount: -321 },
    ];
    const payout = await addPayout({
      charges: [{ amount: 12_000, name: "Mary Shelley" }],
      entries,
    });
    expect(payout.amount).toBe(12_000 - 378 - 1_500 + 2_000 - 321);
    await sync();
    const { id, status } = await depositOf(payout);
    expect(status).toBe("suggested");
    expect(await inQuickBooks(payout)).toEqual([]);
    const lines = await adminDb().depositLine.findMany({
      where: { depositId: id },
      orderBy: { id: "asc" },
    });
    const kept = lines.map(({ kind, providerKind, net }) => [kind, providerKind, Number(net)]);
    expect(kept.sort()).toEqual(
      [
        ["charge", "charge", 11_622],
        ["other", "transfer", -1_500],
        ["other", "topup", 2_000],
        ["other", "brand_new_category", -321],
      ].sort(),
    );
  });
});
