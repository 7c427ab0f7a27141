import { createHmac, randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { closeDb } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { ok } from "../../setup/client";
import { connectQuickBooks, signUp } from "../../setup/company";
import { everything } from "../../setup/everything";

export let sandbox: Sandbox;
/** The company that each test begins with, its Stripe account and its company at QuickBooks. */
export let companyId: string;
export let account: string;
export let realm: string;

/** Stand-ins, and secrets for what they sign. */
export function withStandIns(): void {
  beforeAll(async () => {
    sandbox = await startSandbox({ company: "empty" });
    Object.assign(process.env, sandbox.env, { STRIPE_WEBHOOK_SECRET: "whsec_old, whsec_new" });
  });
  afterAll(async () => {
    await stopQueue(5_000);
    await closeDb();
    await sandbox.close();
  });
}

export function eachWithOneCompany(): void {
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
}

interface Facts {
  id?: string;
  account?: string;
  type?: string;
}

export function stripeEvent({
  id = `evt_${randomUUID()}`,
  account,
  type = "payout.paid",
}: Facts = {}) {
  const created = Math.floor(Date.now() / 1000);
  return JSON.stringify({ id, object: "event", account, type, created, data: { object: {} } });
}

export function signedByStripe(payload: string, { secret = "whsec_new", ageSeconds = 0 } = {}) {
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  return {
    "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
  };
}

export function quickBooksEvent({
  id = randomUUID(),
  account = "",
  type = "qbo.payment.created.v1",
}) {
  return JSON.stringify([{ id, type, intuitentityid: "120", intuitaccountid: account }]);
}

export function signedByIntuit(body: string, encoding: "base64" | "hex" = "base64") {
  const secret = String(process.env.QUICKBOOKS_WEBHOOK_VERIFIER);
  return { "intuit-signature": createHmac("sha256", secret).update(body).digest(encoding) };
}

export const requests = () => everything().syncRequest.findMany();
export const events = () => everything().webhookEvent.count();
export const webhookRuns = () => everything().syncRun.findMany({ where: { trigger: "webhook" } });
export const letTheDebouncePass = () =>
  everything().$executeRaw`UPDATE sync_requests SET due_at = now() - interval '1 second'`;
