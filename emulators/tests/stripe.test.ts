import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
import { control, start, stripeClient, submitConsent } from "./clients";

let emulators: Emulators;
let stripe: Stripe;

beforeAll(async () => {
  emulators = await start();
  stripe = stripeClient(emulators);
});
afterAll(() => emulators.close());

async function everyPayout(): Promise<Stripe.Payout[]> {
  const payouts: Stripe.Payout[] = [];
  for await (const payout of stripe.payouts.list({ limit: 7 })) payouts.push(payout);
  return payouts;
}

async function linesOf(payout: Stripe.Payout): Promise<Stripe.BalanceTransaction[]> {
  const lines: Stripe.BalanceTransaction[] = [];
  const list = stripe.balanceTransactions.list({
    payout: payout.id,
    limit: 5,
    expand: ["data.source"],
  });
  for await (const line of list) lines.push(line);
  return lines;
}

describe("lists", () => {
  test("auto-pagination walks every payout once, newest first", async () => {
    const payouts = await everyPayout();
    expect(new Set(payouts.map(({ id }) => id)).size).toBe(payouts.length);
    expect(payouts.length).toBe(44);
    const created = payouts.map((payout) => payout.created);
    expect(created).toEqual([...created].sort((a, b) => b - a));
  });

  test("the lines of each automatic payout net to its amount", async () => {
    const automatic = (await everyPayout()).filter((payout) => payout.automatic);
    expect(automatic.length).toBeGreaterThanOrEqual(38);
    for (const payout of automatic) {
      const lines = await linesOf(payout);
      const own = lines.filter(({ type }) => type === "payout");
      expect(own.map(({ net }) => net)).toEqual([-payout.amount]);
      const net = lines.filter((line) => line.type !== "payout").reduce((sum, l) => sum + l.net, 0);
      expect(net).toBe(payout.amount);
      for (const line of lines) {
        expect(line.net).toBe(line.amount - line.fee);
        expect(line.fee_details.reduce((sum, { amount }) => sum + amount, 0)).toBe(line.fee);
      }
    }
  });

  test("filters and cursors", async () => {
    const [newest, second, third] = (await stripe.payouts.list({ limit: 3 })).data;
    if (!newest || !second || !third) throw new Error("fewer than three payouts");
    const after = await stripe.payouts.list({ limit: 1, starting_after: newest.id });
    expect(after.data.map(({ id }) => id)).toEqual([second.id]);
    const before = await stripe.payouts.list({ limit: 1, ending_before: third.id });
    expect(before.data.map(({ id }) => id)).toEqual([second.id]);
    expect(before.has_more).toBe(true);
    const since = await stripe.payouts.list({ arrival_date: { gte: second.arrival_date } });
    expect(since.data.every((payout) => payout.arrival_date >= second.arrival_date)).toBe(true);
    const moving = await stripe.payouts.list({ status: "in_transit" });
    expect(moving.data).toHaveLength(1);
    const charges = await stripe.balanceTransactions.list({ type: "charge", currency: "eur" });
    expect(charges.data).toHaveLength(5);
    const one = await stripe.balanceTransactions.list({ source: String(charges.data[0]?.source) });
    expect(one.data.map(({ id }) => id)).toEqual([charges.data[0]?.id]);
  });

  test("every kind of movement is there, with its reporting category", async () => {
    const kinds = new Set<string>();
    for await (const entry of stripe.balanceTransactions.list({ limit: 100 })) {
      kinds.add(`${entry.type}/${entry.reporting_category}`);
    }
    for (const kind of [
      "charge/charge",
      "refund/refund",
      "adjustment/dispute",
      "adjustment/dispute_reversal",
      "adjustment/other_adjustment",
      "stripe_fee/fee",
      "payout/payout",
    ]) {
      expect(kinds).toContain(kind);
    }
  });
});

describe("objects", () => {
  test("expansion reaches from a line to its source and on to the customer", async () => {
    const list = await stripe.balanceTransactions.list({
      type: "charge",
      limit: 50,
      expand: ["data.source.customer"],
    });
    const sources = list.data.map(({ source }) => source as Stripe.Charge);
    const customer = sources.map((source) => source.customer).find((each) => each !== null);
    expect(customer).toMatchObject({ object: "customer", livemode: false });
    const refunds = await stripe.balanceTransactions.list({
      type: "refund",
      expand: ["data.source.charge"],
    });
    for (const { source } of refunds.data) {
      expect((source as Stripe.Refund).charge).toMatchObject({ object: "charge" });
    }
  });

  test("objects are read one by one", async () => {
    const [charge] = (await stripe.charges.list({ limit: 1 })).data;
    const read = await stripe.charges.retrieve(charge?.id ?? "", {
      expand: ["balance_transaction"],
    });
    expect(read.balance_transaction).toMatchObject({ source: charge?.id, type: "charge" });
    const [dispute] = (await stripe.disputes.list()).data;
    expect((await stripe.disputes.retrieve(dispute?.id ?? "")).balance_transactions).toHaveLength(
      2,
    );
    const account = await stripe.accounts.retrieveCurrent();
    expect(account.business_profile?.name).toBe("Sample Company");
    expect(await stripe.accounts.retrieve(account.id)).toEqual(account);
    const [payout] = (await stripe.payouts.list({ limit: 1 })).data;
    expect((await stripe.payouts.retrieve(payout?.id ?? "")).id).toBe(payout?.id);
    expect((await stripe.balance.retrieve()).available.map(({ amount }) => amount)).toEqual([0, 0]);
  });
});

describe("errors", () => {
  test("keys: missing, wrong, without permission", async () => {
    const bare = await fetch(`${emulators.stripe.url}/v1/payouts`);
    expect(bare.status).toBe(401);
    expect(bare.headers.get("request-id")).toMatch(/^req_/);
    const wrong = stripeClient(emulators, "sk_test_wrong1234").payouts.list();
    await expect(wrong).rejects.toMatchObject({
      statusCode: 401,
      rawType: "invalid_request_error",
      message: "Invalid API Key provided: sk_test_*****1234",
    });
    const restricted = stripeClient(emulators, emulators.credentials.stripeRestrictedKey);
    expect((await restricted.payouts.list()).data).toHaveLength(10);
    await expect(restricted.customers.list()).rejects.toThrow(Stripe.errors.StripePermissionError);
    await expect(restricted.customers.list()).rejects.toThrow("'rak_customer_read'");
  });

  test("parameters are checked as Stripe does", async () => {
    await expect(stripe.payouts.list({ limit: 101 })).rejects.toMatchObject({
      statusCode: 400,
      code: "parameter_invalid_integer",
      param: "limit",
    });
    const unknown = stripe.payouts.list({ colour: "red" } as Stripe.PayoutListParams);
    await expect(unknown).rejects.toMatchObject({ code: "parameter_unknown", param: "colour" });
    await expect(stripe.payouts.list({ expand: ["data.colour"] })).rejects.toMatchObject({
      statusCode: 400,
      message: "This property cannot be expanded (data.colour).",
    });
    await expect(stripe.payouts.retrieve("po_none")).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: "No such payout: 'po_none'",
    });
    await expect(stripe.payouts.list({ starting_after: "po_none" })).rejects.toMatchObject({
      statusCode: 400,
      code: "resource_missing",
    });
    await expect(stripe.products.list()).rejects.toThrow(
      "Unrecognized request URL (GET: /v1/products)",
    );
  });

  test("a manual payout has no lines", async () => {
    const manual = (await everyPayout()).filter((payout) => !payout.automatic);
    expect(manual).toHaveLength(2);
    const list = stripe.balanceTransactions.list({ payout: manual[0]?.id ?? "" });
    await expect(list).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeInvalidRequestError",
    });
  });
});

test("Connect: consent, code used once, key for the account, deauthorization", async () => {
  const { stripeConnectClientId: clientId } = emulators.credentials;
  const address = `${emulators.stripe.url}/oauth/authorize?${new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    scope: "read_only",
    state: "s&1",
    redirect_uri: "http://127.0.0.1:9/stripe/callback",
  })}`;
  expect((await submitConsent(address, "cancel")).searchParams.get("error")).toBe("access_denied");
  const target = await submitConsent(address, "connect");
  expect(target.searchParams.get("state")).toBe("s&1");
  const grant = {
    grant_type: "authorization_code" as const,
    code: target.searchParams.get("code") ?? "",
  };
  const token = await stripe.oauth.token(grant);
  const connected = stripeClient(emulators, token.access_token);
  expect((await connected.accounts.retrieveCurrent()).id).toBe(token.stripe_user_id);
  const onBehalf = { stripeAccount: String(token.stripe_user_id) };
  expect((await stripe.payouts.list({ limit: 1 }, onBehalf)).data).toHaveLength(1);
  await expect(stripe.oauth.token(grant)).rejects.toMatchObject({
    type: "StripeInvalidGrantError",
  });
  await stripe.oauth.deauthorize({
    client_id: clientId,
    stripe_user_id: String(token.stripe_user_id),
  });
  await expect(connected.payouts.list()).rejects.toMatchObject({ statusCode: 401 });
});

test("a later payout is the newest", async () => {
  const { body } = await control(emulators, "POST", "/stripe/payouts", {
    charges: [{ amount: 10_000, name: "Ada Lovelace", refunded: 2500 }, { amount: 4000 }],
    fee: 100,
  });
  const [newest] = (await stripe.payouts.list({ limit: 1 })).data;
  expect(newest).toEqual(body.payout);
  expect(newest?.amount).toBe(10_000 - 320 - 2500 + 4000 - 146 - 100);
});
