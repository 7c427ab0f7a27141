import { createHmac, randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { mintCompanyId } from "@/server/auth/company-id";
import { closeDb } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { sweepWebhooks } from "@/server/jobs/sweep-webhooks";
import { runSync } from "@/server/sync/run-sync";
import { ok } from "../setup/client";
import { connectedCompany, connectQuickBooks, signUp } from "../setup/company";
import { everything } from "../setup/everything";
import { deliver, openWebhookDoor } from "../setup/webhook-door";
import { settled, startWorkers } from "../setup/worker";

let sandbox: Sandbox;
let door: { url: string; close(): Promise<void> };

beforeAll(async () => {
  sandbox = await startSandbox({ company: "empty" });
  Object.assign(process.env, sandbox.env, { STRIPE_WEBHOOK_SECRET: "whsec_old, whsec_new" });
  door = await openWebhookDoor();
});

afterAll(async () => {
  await stopQueue(5_000);
  await closeDb();
  await door.close();
  await sandbox.close();
});

async function control(method: string, path: string, body?: object) {
  const response = await fetch(sandbox.control.url + path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

interface Facts {
  id?: string;
  account?: string;
  type?: string;
}

function stripeEvent({ id = `evt_${randomUUID()}`, account, type = "payout.paid" }: Facts = {}) {
  const created = Math.floor(Date.now() / 1000);
  return JSON.stringify({ id, object: "event", account, type, created, data: { object: {} } });
}

function signedByStripe(payload: string, { secret = "whsec_new", ageSeconds = 0 } = {}) {
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  return {
    "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
  };
}

function quickBooksEvent({ id = randomUUID(), account = "", type = "qbo.payment.created.v1" }) {
  return JSON.stringify([{ id, type, intuitentityid: "120", intuitaccountid: account }]);
}

function signedByIntuit(body: string, encoding: "base64" | "hex" = "base64") {
  const secret = String(process.env.QUICKBOOKS_WEBHOOK_VERIFIER);
  return { "intuit-signature": createHmac("sha256", secret).update(body).digest(encoding) };
}

const requests = () => everything().syncRequest.findMany();
const events = () => everything().webhookEvent.count();
const webhookRuns = () => everything().syncRun.findMany({ where: { trigger: "webhook" } });
const letTheDebouncePass = () =>
  everything().$executeRaw`UPDATE sync_requests SET due_at = now() - interval '1 second'`;

describe("from the provider to the product, without anybody asking", () => {
  test("a payout and a payment that were just made are there within seconds", async () => {
    const workers = await startWorkers();
    try {
      const { token } = await connectedCompany(sandbox);
      await settled(token);
      const before = await ok("GET", "/summary/", token);
      const { STRIPE_WEBHOOK_SECRET: _, QUICKBOOKS_WEBHOOK_VERIFIER: verifier } = sandbox.env;
      await control("POST", "/webhooks", {
        provider: "stripe",
        url: `${door.url}/stripe`,
        secret: "whsec_old",
      });
      await control("POST", "/webhooks", {
        provider: "quickbooks",
        url: `${door.url}/quickbooks`,
        secret: verifier,
      });
      await control("POST", "/stripe/payouts", {
        charges: [{ amount: 12_345, name: "Ada Lovelace", email: "ada@example.com" }],
      });
      await control("POST", "/quickbooks/payments", { amount: 12_345, customer: "Ada Lovelace" });
      await vi.waitFor(
        async () => {
          const after = await ok("GET", "/summary/", token);
          expect(after.deposits).toBe(before.deposits + 1);
          expect(after.payments).toBe(before.payments + 1);
        },
        { timeout: 90_000, interval: 200 },
      );
      const { deliveries } = await control("GET", "/webhooks");
      expect(deliveries.map(({ status }: { status: number }) => status)).toEqual(
        deliveries.map(() => 200),
      );
      expect(deliveries.length).toBe(4);
      const manual = await everything().syncRun.count({
        where: { trigger: "manual", integration: { provider: "stripe" } },
      });
      expect(manual).toBe(0);
      await settled(token);
    } finally {
      await control("DELETE", "/webhooks");
      await workers.stop();
    }
  }, 150_000);
});

describe("the door", () => {
  let companyId: string;
  let account: string;
  let realm: string;

  beforeEach(async () => {
    await everything().posting.deleteMany();
    await everything().company.deleteMany();
    await everything().webhookEvent.deleteMany();
    const { token } = await signUp();
    await ok("POST", "/stripe/connect/", token, {
      secret_key: sandbox.credentials.stripeSecretKey,
    });
    await connectQuickBooks(token);
    const integrations = await everything().integration.findMany({ orderBy: { provider: "asc" } });
    const [stripe, quickbooks] = integrations;
    companyId = stripe?.companyId ?? "";
    account = stripe?.externalAccountId ?? "";
    realm = quickbooks?.externalAccountId ?? "";
    await everything().syncRun.deleteMany();
  });

  test("takes what is signed, by any of the secrets, and asks for one sync", async () => {
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
    expect(await everything().syncRun.count()).toBe(0);
  });

  test("refuses what is forged, stale, altered, wrongly encoded or unsigned, and keeps nothing", async () => {
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

  test("says what it can't read, what is too large, and who sends none", async () => {
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

  test("a delivery that comes again does nothing", async () => {
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

  test("what no sync would care about is not kept", async () => {
    const body = stripeEvent({ account, type: "charge.succeeded" });
    expect((await deliver("stripe", body, signedByStripe(body))).status).toBe(200);
    const customer = quickBooksEvent({ account: realm, type: "qbo.customer.created.v1" });
    expect((await deliver("quickbooks", customer, signedByIntuit(customer))).status).toBe(200);
    expect(await events()).toBe(0);
    expect(await requests()).toEqual([]);
  });

  test("a hundred events at once end in one sync", async () => {
    const bodies = Array.from({ length: 100 }, () => stripeEvent({ account }));
    const answers = await Promise.all(
      bodies.map((body) => deliver("stripe", body, signedByStripe(body))),
    );
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(await events()).toBe(100);
    expect((await requests()).length).toBe(1);
    // Not before its time: more may be coming.
    await sweepWebhooks(10);
    expect(await webhookRuns()).toEqual([]);
    await letTheDebouncePass();
    await Promise.all([sweepWebhooks(10), sweepWebhooks(10)]);
    expect((await webhookRuns()).map(({ state }) => state)).toEqual(["queued"]);
    expect(await requests()).toEqual([]);
  });

  test("an event that comes during a sync leads to one more after it", async () => {
    const send = async () => {
      const body = stripeEvent({ account });
      await deliver("stripe", body, signedByStripe(body));
      await letTheDebouncePass();
      await sweepWebhooks(10);
    };
    await send();
    const [first] = await webhookRuns();
    for (let sent = 0; sent < 3; sent += 1) await send();
    expect((await webhookRuns()).map(({ id }) => id)).toEqual([first?.id]);
    const ctx = { companyId: mintCompanyId(companyId), userId: null, requestId: null };
    await runSync(ctx, first?.id ?? "");
    await sweepWebhooks(10);
    const runs = await everything().syncRun.findMany({
      where: { trigger: "webhook" },
      orderBy: { createdAt: "asc" },
    });
    expect(runs.map(({ state }) => state)).toEqual(["succeeded", "queued"]);
    expect(await requests()).toEqual([]);
  });

  test("an event touches the companies that connected its account, and nobody else", async () => {
    const other = await everything().company.create({ data: { name: "Other" } });
    const partner = await everything().company.create({ data: { name: "Partner" } });
    const gone = await everything().company.create({ data: { name: "Gone" } });
    const connect = (id: string, externalAccountId: string, status: "connected" | "disconnected") =>
      everything().integration.create({
        data: {
          ...{ companyId: id, provider: "stripe", externalAccountId, status },
          ...(status === "connected"
            ? { credentials: new Uint8Array([1]) }
            : { disconnectedAt: new Date() }),
        },
      });
    await connect(other.id, "acct_other", "connected");
    await connect(partner.id, account, "connected");
    await connect(gone.id, account, "disconnected");

    const body = stripeEvent({ account });
    await deliver("stripe", body, signedByStripe(body));
    const asked = (await requests()).map((request) => request.companyId).sort();
    expect(asked).toEqual([companyId, partner.id].sort());
    await letTheDebouncePass();
    await sweepWebhooks(10);
    const runs = (await webhookRuns()).map((run) => run.companyId).sort();
    expect(runs).toEqual([companyId, partner.id].sort());

    // Nobody's account; and no account where several are connected: nothing is guessed.
    for (const stray of [stripeEvent({ account: "acct_stranger" }), stripeEvent()]) {
      expect((await deliver("stripe", stray, signedByStripe(stray))).status).toBe(200);
    }
    expect(await requests()).toEqual([]);
  });

  test("an account's own endpoint needs no name where it is the only account", async () => {
    const body = stripeEvent();
    await deliver("stripe", body, signedByStripe(body));
    expect((await requests()).map((request) => request.companyId)).toEqual([companyId]);
  });

  test("an account that was disconnected meanwhile is not synced, and old events are forgotten", async () => {
    const body = stripeEvent({ account });
    await deliver("stripe", body, signedByStripe(body));
    await everything().integration.updateMany({
      data: { status: "disconnected", credentials: null, disconnectedAt: new Date() },
    });
    await everything()
      .$executeRaw`UPDATE webhook_events SET received_at = now() - interval '15 days'`;
    await letTheDebouncePass();
    await sweepWebhooks(10);
    expect(await webhookRuns()).toEqual([]);
    expect(await requests()).toEqual([]);
    expect(await events()).toBe(0);
  });
});
