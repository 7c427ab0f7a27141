import { createHmac, randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../../support/admin-db";
import { ok } from "../../support/client";
import { connectQuickBooks, signUp } from "../../support/company";

export let emulators: Emulators;
/** The company at the start of each test, with its Stripe account and QuickBooks company. */
export let companyId: string;
export let account: string;
export let realm: string;

/** Emulators, and the secrets that sign their events. */
export function withEmulators(): void {
  beforeAll(async () => {
    emulators = await startEmulators({ company: "empty" });
    Object.assign(process.env, emulators.env, { STRIPE_WEBHOOK_SECRET: "whsec_old, whsec_new" });
  });
  afterAll(async () => {
    await stopQueue(5_000);
    await closeDb();
    await emulators.close();
  });
}

export function eachWithOneCompany(): void {
  beforeEach(async () => {
    await adminDb().posting.deleteMany();
    await adminDb().company.deleteMany();
    await adminDb().webhookEvent.deleteMany();
    const { token } = await signUp();
    await ok("POST", "/stripe/connect/", token, {
      secret_key: emulators.credentials.stripeSecretKey,
    });
    await connectQuickBooks(token);
    const integrations = await adminDb().integration.findMany({ orderBy: { provider: "asc" } });
    const [stripe, quickbooks] = integrations;
    companyId = stripe?.companyId ?? "";
    account = stripe?.externalAccountId ?? "";
    realm = quickbooks?.externalAccountId ?? "";
    await adminDb().syncRun.deleteMany();
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

export const requests = () => adminDb().syncRequest.findMany();
export const events = () => adminDb().webhookEvent.count();
export const webhookRuns = () => adminDb().syncRun.findMany({ where: { trigger: "webhook" } });
export const letTheDebouncePass = () =>
  adminDb().$executeRaw`UPDATE sync_requests SET due_at = now() - interval '1 second'`;
