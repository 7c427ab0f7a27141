import { createHmac } from "node:crypto";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { createQuickBooksWebhook } from "@/server/providers/quickbooks/webhook";
import { createStripeWebhook } from "@/server/providers/stripe/webhook";
import { deliver } from "../../../support/webhook-door";

const bytes = (text: string) => new TextEncoder().encode(text);

function stripe(setting: string | undefined, event: object, secret: string, secondsFromNow = 0) {
  const payload = JSON.stringify({
    id: "evt_1",
    type: "payout.paid",
    created: 1_760_000_000,
    ...event,
  });
  const timestamp = Math.floor(Date.now() / 1000) + secondsFromNow;
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const headers = new Headers({ "stripe-signature": header });
  return createStripeWebhook(setting).verify(bytes(payload), headers);
}

function quickbooks(delivery: unknown, verifier = "token") {
  const body = JSON.stringify(delivery);
  const signature = createHmac("sha256", verifier).update(body).digest("base64");
  const headers = new Headers({ "intuit-signature": signature });
  return createQuickBooksWebhook("old token").verify(bytes(body), headers);
}

describe("Stripe", () => {
  test("returns the event, its account and its time", async () => {
    expect(await stripe("whsec_a", { account: "acct_1" }, "whsec_a")).toEqual([
      { id: "evt_1", externalAccountId: "acct_1", at: new Date(1_760_000_000_000) },
    ]);
    expect(await stripe("whsec_a", {}, "whsec_a")).toMatchObject([{ externalAccountId: null }]);
  });

  test("a secret bound to an account is valid only for that account", async () => {
    const setting = "whsec_platform acct_1=whsec_one,acct_2=whsec_two";
    expect(await stripe(setting, {}, "whsec_two")).toMatchObject([{ externalAccountId: "acct_2" }]);
    expect(await stripe(setting, { account: "acct_1" }, "whsec_one")).toHaveLength(1);
    expect(await stripe(setting, { account: "acct_1" }, "whsec_two")).toEqual([]);
    expect(await stripe(setting, { account: "acct_9" }, "whsec_platform")).toHaveLength(1);
  });

  test.each(["evt_\u0000", "evt_\ud800", "", "evt 1"])("refuses the id %j", async (id) => {
    const verdict = stripe("whsec_a", { id }, "whsec_a");
    await expect(verdict).rejects.toMatchObject({ reason: "unreadable" });
  });

  test.each([-1, 1e20, 4_000_000_000_000])("takes %d for no time", async (created) => {
    const [event] = await stripe("whsec_a", { created }, "whsec_a");
    expect(Math.abs((event?.at.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test.each([-400, 400, 86_400])("refuses one signed %d seconds from now", async (seconds) => {
    const verdict = stripe("whsec_a", {}, "whsec_a", seconds);
    await expect(verdict).rejects.toMatchObject({ reason: "bad_signature" });
  });

  test.each([-200, 0, 200])("accepts one signed %d seconds from now", async (seconds) => {
    expect(await stripe("whsec_a", {}, "whsec_a", seconds)).toHaveLength(1);
  });

  test("accepts nothing without a secret", async () => {
    for (const setting of [undefined, "", " , "]) {
      const verdict = stripe(setting, {}, "whsec_a");
      await expect(verdict).rejects.toMatchObject({ reason: "not_set_up" });
    }
  });

  test("and the route answers 503, so that Stripe retries once it is set up", async () => {
    const answer = await deliver("stripe", "{}", { "stripe-signature": "t=1,v1=00" });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "webhook_not_set_up" });
  });
});

describe("QuickBooks", () => {
  const event = {
    specversion: "1.0",
    id: "88cd52aa-33b6-4351-9aa4-47572edbd068",
    type: "qbo.salesreceipt.updated.v1",
    time: "2026-11-02T10:00:00Z",
    intuitentityid: "1234",
    intuitaccountid: "310687",
  };

  test("returns the events that move payments, also without data", async () => {
    const other = { ...event, id: "2", type: "qbo.customer.created.v1" };
    const odd = { id: "3", type: "qbo.payment.created.v1" };
    expect(await quickbooks([event, other, odd])).toEqual([
      { id: event.id, externalAccountId: "310687", at: new Date("2026-11-02T10:00:00Z") },
    ]);
  });

  test.each(["payment", "refundreceipt", "deposit", "invoice", "creditmemo"])(
    "returns those about a %s",
    async (entity) => {
      const about = { ...event, type: `qbo.${entity}.deleted.v1` };
      expect(await quickbooks([about])).toHaveLength(1);
    },
  );

  test("reads the older format, whose events are equal when resent", async () => {
    const entity = {
      name: "Payment",
      id: "145",
      operation: "Create",
      lastUpdated: "2026-11-02T10:00:00.000Z",
    };
    const delivery = (entities: object[]) => ({
      eventNotifications: [{ realmId: "310687", dataChangeEvent: { entities } }],
    });
    const [first] = await quickbooks(delivery([entity, { ...entity, name: "Vendor" }]));
    expect(first).toMatchObject({ externalAccountId: "310687" });
    expect(await quickbooks(delivery([entity]))).toEqual([first]);
    const [changed] = await quickbooks(delivery([{ ...entity, operation: "Update" }]));
    expect(changed?.id).not.toBe(first?.id);
  });

  test("leaves out events with ids that can't be stored", async () => {
    expect(await quickbooks([{ ...event, id: "a\u0000" }, event])).toHaveLength(1);
  });

  test("refuses another token, and reports what it can't read", async () => {
    await expect(quickbooks([event], "stranger")).rejects.toMatchObject({
      reason: "bad_signature",
    });
    for (const delivery of [{}, "events", null, { eventNotifications: [{}] }]) {
      await expect(quickbooks(delivery)).rejects.toMatchObject({ reason: "unreadable" });
    }
  });
});
