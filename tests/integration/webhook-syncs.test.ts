import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mintCompanyId } from "@/server/platform/company-id";
import { runSync } from "@/server/sync/run-sync";
import { sweepExpired, sweepWebhooks } from "@/server/worker/sweep";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { eventually } from "../support/eventually";
import { deliver, openWebhookDoor } from "../support/webhook-door";
import { settled, startWorkers } from "../support/worker";
import {
  account,
  companyId,
  eachWithOneCompany,
  emulators,
  events,
  letTheDebouncePass,
  requests,
  signedByStripe,
  stripeEvent,
  webhookRuns,
  withEmulators,
} from "./webhooks/world";

withEmulators();

describe("events reach the product by themselves", () => {
  let door: { url: string; close(): Promise<void> };
  beforeAll(async () => {
    door = await openWebhookDoor();
  });
  afterAll(() => door.close());

  async function control(method: string, path: string, body?: object) {
    const response = await fetch(emulators.control.url + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

  test("a new payout and a new payment arrive within seconds", async () => {
    const workers = await startWorkers();
    try {
      const { token } = await connectedCompany(emulators);
      await settled(token);
      const before = await ok("GET", "/summary/", token);
      const { STRIPE_WEBHOOK_SECRET: _, QUICKBOOKS_WEBHOOK_VERIFIER: verifier } = emulators.env;
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
      await eventually(async () => {
        const after = await ok("GET", "/summary/", token);
        expect(after.deposits).toBe(before.deposits + 1);
        expect(after.payments).toBe(before.payments + 1);
      });
      const { deliveries } = await control("GET", "/webhooks");
      expect(deliveries.map(({ status }: { status: number }) => status)).toEqual(
        deliveries.map(() => 200),
      );
      expect(deliveries.length).toBe(4);
      const manual = await adminDb().syncRun.count({
        where: { trigger: "manual", integration: { provider: "stripe" } },
      });
      expect(manual).toBe(0);
      await settled(token);
    } finally {
      await control("DELETE", "/webhooks");
      await workers.stop();
    }
  });
});

describe("delivered events", () => {
  eachWithOneCompany();

  test("a hundred events at once end in one sync", async () => {
    const bodies = Array.from({ length: 100 }, () => stripeEvent({ account }));
    const began = Date.now();
    const answers = await Promise.all(
      bodies.map((body) => deliver("stripe", body, signedByStripe(body))),
    );
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(await events()).toBe(100);
    const [request, ...others] = await requests();
    expect(others).toEqual([]);
    expect(request?.dueAt.getTime()).toBeGreaterThan(began);
    // Not before its time: more may be coming. Delivering all of them may have taken longer.
    await adminDb().syncRequest.updateMany({ data: { dueAt: new Date(Date.now() + 60_000) } });
    await sweepWebhooks(10);
    expect(await webhookRuns()).toEqual([]);
    await letTheDebouncePass();
    await Promise.all([sweepWebhooks(10), sweepWebhooks(10)]);
    expect((await webhookRuns()).map(({ state }) => state)).toEqual(["queued"]);
    expect(await requests()).toEqual([]);
  });

  test("an event during a sync leads to one more sync", async () => {
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
    const runs = await adminDb().syncRun.findMany({
      where: { trigger: "webhook" },
      orderBy: { createdAt: "asc" },
    });
    expect(runs.map(({ state }) => state)).toEqual(["succeeded", "queued"]);
    expect(await requests()).toEqual([]);
  });

  test("an event reaches only companies connected to its account", async () => {
    const other = await adminDb().company.create({ data: { name: "Other" } });
    const partner = await adminDb().company.create({ data: { name: "Partner" } });
    const gone = await adminDb().company.create({ data: { name: "Gone" } });
    const connect = (id: string, externalAccountId: string, status: "connected" | "disconnected") =>
      adminDb().integration.create({
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

    // An unknown account; and no account where several are connected: nothing is guessed.
    for (const stray of [stripeEvent({ account: "acct_stranger" }), stripeEvent()]) {
      expect((await deliver("stripe", stray, signedByStripe(stray))).status).toBe(200);
    }
    expect(await requests()).toEqual([]);
  });

  test("an account's own endpoint needs no account id when it is the only one", async () => {
    const body = stripeEvent();
    await deliver("stripe", body, signedByStripe(body));
    expect((await requests()).map((request) => request.companyId)).toEqual([companyId]);
  });

  test("a disconnected account is not synced, and old events are deleted", async () => {
    const body = stripeEvent({ account });
    await deliver("stripe", body, signedByStripe(body));
    await adminDb().integration.updateMany({
      data: { status: "disconnected", credentials: null, disconnectedAt: new Date() },
    });
    await adminDb().$executeRaw`UPDATE webhook_events SET received_at = now() - interval '15 days'`;
    await letTheDebouncePass();
    await sweepWebhooks(10);
    expect(await webhookRuns()).toEqual([]);
    expect(await requests()).toEqual([]);
    await sweepExpired();
    expect(await events()).toBe(0);
  });
});
