import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mintCompanyId } from "@/server/auth/company-id";
import { sweepWebhooks } from "@/server/jobs/sweep-webhooks";
import { runSync } from "@/server/sync/run-sync";
import { ok } from "../setup/client";
import { connectedCompany } from "../setup/company";
import { everything } from "../setup/everything";
import { deliver, openWebhookDoor } from "../setup/webhook-door";
import { settled, startWorkers } from "../setup/worker";
import {
  account,
  companyId,
  eachWithOneCompany,
  events,
  letTheDebouncePass,
  requests,
  sandbox,
  signedByStripe,
  stripeEvent,
  webhookRuns,
  withStandIns,
} from "./webhooks/world";

withStandIns();

describe("from the provider to the product, without anybody asking", () => {
  let door: { url: string; close(): Promise<void> };
  beforeAll(async () => {
    door = await openWebhookDoor();
  });
  afterAll(() => door.close());

  async function control(method: string, path: string, body?: object) {
    const response = await fetch(sandbox.control.url + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

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

describe("what was delivered", () => {
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
    // Not before its time: more may be coming. To deliver all of them may have taken longer than that.
    await everything().syncRequest.updateMany({ data: { dueAt: new Date(Date.now() + 60_000) } });
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
