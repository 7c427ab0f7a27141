import { expect, test } from "vitest";
import { sweepWebhooks } from "@/server/worker/sweep";
import { adminDb } from "../support/admin-db";
import { deliver } from "../support/webhook-door";
import {
  account,
  eachWithOneCompany,
  events,
  letTheDebouncePass,
  quickBooksEvent,
  realm,
  requests,
  signedByIntuit,
  signedByStripe,
  stripeEvent,
  webhookRuns,
  withEmulators,
} from "./webhooks/world";

withEmulators();
eachWithOneCompany();

test("accepts signatures by any of the secrets, and requests one sync", async () => {
  for (const secret of ["whsec_old", "whsec_new"]) {
    const body = stripeEvent({ account });
    const answer = await deliver("stripe", body, signedByStripe(body, { secret }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ message: "Received" });
  }
  const body = quickBooksEvent({ account: realm });
  expect((await deliver("quickbooks", body, signedByIntuit(body))).status).toBe(200);
  expect(await events()).toBe(3);
  expect((await requests()).length).toBe(2);
  expect(await adminDb().syncRun.count()).toBe(0);
});

test("refuses forged, stale, altered, wrongly encoded or unsigned deliveries, and stores nothing", async () => {
  const body = stripeEvent({ account });
  const qb = quickBooksEvent({ account: realm });
  const good = signedByStripe(body);
  const attempts: [string, string | Uint8Array<ArrayBuffer>, Record<string, string>][] = [
    ["stripe", body, signedByStripe(body, { secret: "whsec_forged" })],
    ["stripe", body, signedByStripe(body, { ageSeconds: 301 })],
    ["stripe", body.replace("payout.paid", "payout.gone"), good],
    ["stripe", new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(body)]), good],
    ["stripe", new Uint8Array(Buffer.from(body, "utf16le")), good],
    ["stripe", body, {}],
    ["stripe", "", good],
    ["stripe", body, { "stripe-signature": "t=1,v1=" }],
    ["quickbooks", qb, signedByIntuit(qb, "hex")],
    ["quickbooks", `${qb} `, signedByIntuit(qb)],
    ["quickbooks", qb, {}],
    ["quickbooks", qb, { "intuit-signature": "====" }],
    ["quickbooks", body, good],
  ];
  for (const [index, [provider, sent, headers]] of attempts.entries()) {
    const answer = await deliver(provider, sent, headers);
    expect(answer.status, `attempt ${index}`).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "webhook_bad_signature" });
  }
  expect(await events()).toBe(0);
  expect(await requests()).toEqual([]);
});

test("explains unreadable and oversized deliveries, and unknown senders", async () => {
  for (const body of ["{", "[]", '{"id":1}', '"\\ud800']) {
    const answer = await deliver("stripe", body, signedByStripe(body));
    expect(answer.status, body).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "webhook_unreadable" });
  }
  const large = " ".repeat(1_048_577);
  expect((await deliver("stripe", large, signedByStripe(large))).status).toBe(413);
  for (const provider of ["authorizenet", "paypal", "..", "constructor"]) {
    expect((await deliver(provider, "{}", {})).status, provider).toBe(404);
  }
  expect(await events()).toBe(0);
});

test("a repeated delivery does nothing", async () => {
  const body = stripeEvent({ id: "evt_1", account });
  await deliver("stripe", body, signedByStripe(body));
  await letTheDebouncePass();
  await sweepWebhooks(10);
  expect((await webhookRuns()).length).toBe(1);
  const again = await deliver("stripe", body, signedByStripe(body));
  expect(again.status).toBe(200);
  expect(await requests()).toEqual([]);
  expect(await events()).toBe(1);
});

test.each(["invoice", "creditmemo"])("an event about a %s requests a sync", async (entity) => {
  const body = quickBooksEvent({ account: realm, type: `qbo.${entity}.updated.v1` });
  expect((await deliver("quickbooks", body, signedByIntuit(body))).status).toBe(200);
  expect(await requests()).toHaveLength(1);
});

test("events that need no sync are not stored", async () => {
  const body = stripeEvent({ account, type: "charge.succeeded" });
  expect((await deliver("stripe", body, signedByStripe(body))).status).toBe(200);
  const customer = quickBooksEvent({ account: realm, type: "qbo.customer.created.v1" });
  expect((await deliver("quickbooks", customer, signedByIntuit(customer))).status).toBe(200);
  expect(await events()).toBe(0);
  expect(await requests()).toEqual([]);
});
