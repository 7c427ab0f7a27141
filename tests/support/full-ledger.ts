import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { DepositStatus } from "@/generated/prisma/client";
import { BY_FILE, type ConnectableId, LEDGER, sourceProviders } from "@/lib/providers/list";
import { identityId } from "@/server/accounts/openid/find-or-create-account";
import { newSessionToken } from "@/server/accounts/sessions";
import { totpPurpose } from "@/server/accounts/two-factor/totp";
import { sealPurpose } from "@/server/connections/credentials";
import { seal } from "@/server/platform/crypto/keyring";
import { hashToken } from "@/server/platform/crypto/tokens";
import { makeSecret } from "@/server/webhooks/signing";
import { adminDb } from "./admin-db";

/** A company with rows of every kind: every text contains `marker`, every sealed value `<marker>-secret`. */
export interface FullLedger {
  companyId: string;
  userId: number;
  marker: string;
  /** By state. */
  depositIds: Record<DepositStatus, number>;
  lineIds: number[];
  paymentIds: number[];
  /** QuickBooks' ids, in wire format. */
  paymentProviderIds: string[];
  connectionIds: string[];
  importId: string;
  runId: string;
  matchRunId: string;
  automaticRunId: string;
  ruleId: number;
  questionId: number;
  invitationId: number;
  apiTokenId: string;
  webhookEndpointId: string;
  deliveryId: string;
  /** Id of a failed job. */
  failureId: string;
  sessionId: string;
  identityId: string;
  notificationId: string;
  /** Every id of a row, as text. */
  ids: string[];
  /** A fresh session's Authorization header. */
  signIn(): Promise<string>;
}

const DAY = new Date("2026-03-05");
const STATUSES: DepositStatus[] = ["pending", "suggested", "matched", "posted"];

export async function seedFullLedger(): Promise<FullLedger> {
  const marker = `mark-${randomBytes(8).toString("hex")}`;
  const owner = await seedOwner(marker);
  const integrations = await seedIntegrations(owner.companyId, marker);
  const deposits = await seedDeposits(owner.companyId, integrations, marker);
  await adminDb().ledgerInvoice.create({
    data: {
      companyId: owner.companyId,
      integrationId: integrations.quickbooks,
      providerId: `${marker}-invoice`,
      number: marker,
      txnDate: DAY,
      total: 10_000n,
      balance: 5_000n,
      currency: "USD",
      customerName: marker,
      customer: { id: marker, names: [marker] },
      note: marker,
    },
  });
  const posted = deposits.find(({ status }) => status === "posted");
  await adminDb().plannedPayment.create({
    data: {
      companyId: owner.companyId,
      paymentId: posted?.paymentId ?? 0,
      depositId: posted?.depositId ?? 0,
      createdAt: DAY,
      ...{ itemId: marker, itemName: marker, createdCustomerId: marker },
    },
  });
  await adminDb().existingDeposit.create({
    data: {
      companyId: owner.companyId,
      depositId: deposits.find(({ status }) => status === "pending")?.depositId ?? 0,
      integrationId: integrations.quickbooks,
      quickbooksDepositId: marker,
      ...{ txnDate: DAY, amount: 9_680n, currency: "USD", bankName: marker, note: marker },
      evidence: [marker],
    },
  });
  await adminDb().balanceTransaction.create({
    data: {
      companyId: owner.companyId,
      ...{ integrationId: integrations.paypal, key: marker, providerId: marker, kind: "T0006" },
      ...{ status: "S", currency: "USD", amount: 10_000n, fee: -320n, happenedAt: DAY },
      details: { name: marker },
    },
  });
  const { id: importId } = await adminDb().payoutImport.create({
    data: {
      ...{ companyId: owner.companyId, integrationId: integrations.file, added: [marker] },
      ...{ fileName: marker, format: "mapped", fingerprint: marker, choices: { currency: marker } },
    },
  });
  const { id: runId } = await adminDb().syncRun.create({
    data: {
      companyId: owner.companyId,
      integrationId: integrations.stripe,
      trigger: "manual",
      message: marker,
      stage: marker,
    },
  });
  const { id: matchRunId } = await adminDb().matchRun.create({
    data: {
      companyId: owner.companyId,
      userId: owner.userId,
      depositIds: deposits.map(({ depositId }) => depositId),
      message: marker,
    },
  });
  const { id: automaticRunId } = await adminDb().automaticRun.create({
    data: { companyId: owner.companyId },
  });
  const ruleId = await seedRule(owner, marker);
  const { id: questionId } = await adminDb().lineQuestion.create({
    data: {
      companyId: owner.companyId,
      depositId: deposits[0]?.depositId ?? 0,
      lineId: deposits[0]?.lineId ?? 0,
      tokenHash: hashToken(`${marker}-secret`),
      ...{ email: marker, question: marker, suggestions: [marker], askedBy: owner.userId },
      expiresAt: new Date("2099-01-01"),
    },
  });
  const { id: invitationId } = await adminDb().invitation.create({
    data: {
      companyId: owner.companyId,
      ...{ email: `${marker}@invited.example`, emailKey: `${marker}@invited.example` },
      ...{ role: "viewer", invitedBy: owner.userId },
      tokenHash: hashToken(`${marker}-invitation`),
      expiresAt: new Date("2099-01-01"),
    },
  });
  await adminDb().withdrawnInvitation.create({
    data: {
      companyId: owner.companyId,
      emailKey: `${marker}@withdrawn.example`,
      links: [hashToken(`${marker}-withdrawn`)],
      expiresAt: new Date("2099-01-01"),
    },
  });
  const { id: apiTokenId } = await adminDb().apiToken.create({
    data: {
      companyId: owner.companyId,
      ...{ name: marker, role: "viewer", createdBy: owner.userId },
      tokenHash: hashToken(`${marker}-api-token`),
    },
  });
  await adminDb().idempotencyKey.create({
    data: {
      companyId: owner.companyId,
      ...{ callerId: apiTokenId, key: marker, callHash: hashToken(marker), answer: `"${marker}"` },
    },
  });
  const webhookEndpointId = randomUUID();
  await adminDb().webhookEndpoint.create({
    data: {
      ...{ id: webhookEndpointId, companyId: owner.companyId },
      ...{ url: `https://${marker}.example/`, eventTypes: [], createdBy: owner.userId },
      sealedSecret: (await makeSecret(webhookEndpointId)).sealedSecret,
    },
  });
  const { id: deliveryId } = await adminDb().webhookDelivery.create({
    data: {
      companyId: owner.companyId,
      ...{ endpointId: webhookEndpointId, eventId: randomUUID() },
      ...{ type: "webhook.test", data: {}, state: "failed", answer: marker },
    },
  });
  const { id: notificationId } = await adminDb().notification.create({
    data: { ...owner, kind: "issue", title: marker, body: marker },
  });
  const deadAt = new Date(1_700_000_000_000 + randomInt(1_000_000_000));
  await adminDb().jobFailure.create({
    data: {
      companyId: owner.companyId,
      job: "weekly-summary",
      entityId: owner.companyId,
      errorCode: marker,
      deadAt,
    },
  });
  const sessionId = (await openSession(owner)).id;
  const identity = await adminDb().linkedIdentity.create({
    data: {
      issuer: "https://provider.example",
      subject: marker,
      email: marker,
      userId: owner.userId,
    },
  });
  return {
    ...owner,
    marker,
    depositIds: Object.fromEntries(
      deposits.map(({ status, depositId }) => [status, depositId]),
    ) as FullLedger["depositIds"],
    lineIds: deposits.map(({ lineId }) => lineId),
    paymentIds: deposits.map(({ paymentId }) => paymentId),
    paymentProviderIds: deposits.map(({ paymentProviderId }) => paymentProviderId),
    connectionIds: Object.values(integrations),
    importId,
    runId,
    matchRunId,
    automaticRunId,
    ruleId,
    questionId,
    invitationId,
    apiTokenId,
    webhookEndpointId,
    deliveryId,
    failureId: `job:weekly-summary:${deadAt.getTime()}`,
    sessionId,
    identityId: identityId(identity),
    notificationId,
    ids: [
      owner.companyId,
      importId,
      runId,
      matchRunId,
      apiTokenId,
      webhookEndpointId,
      deliveryId,
      automaticRunId,
      sessionId,
      notificationId,
      ...Object.values(integrations),
    ],
    signIn: async () => (await openSession(owner)).token,
  };
}

interface Owner {
  companyId: string;
  userId: number;
}

async function openSession(owner: Owner): Promise<{ id: string; token: string }> {
  const { token, tokenHash } = newSessionToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id } = await adminDb().session.create({ data: { ...owner, tokenHash, expiresAt } });
  return { id, token };
}

async function seedOwner(marker: string): Promise<Owner> {
  const { id: companyId } = await adminDb().company.create({
    data: { name: marker, settings: { create: {} } },
  });
  const email = `${marker}@example.com`;
  const { id: userId } = await adminDb().user.create({
    data: {
      username: marker,
      usernameKey: marker,
      email,
      emailKey: email,
      emailVerifiedAt: new Date(),
      firstName: marker,
      lastName: marker,
      phone: marker,
      avatar: new TextEncoder().encode(marker),
      memberships: { create: { companyId } },
    },
  });
  const totpSecret = await seal(`${marker}-secret`, totpPurpose(userId));
  await adminDb().user.update({ where: { id: userId }, data: { totpSecret } });
  return { companyId, userId };
}

async function seedIntegrations(companyId: string, marker: string) {
  const providers: ConnectableId[] = [...sourceProviders().map(({ id }) => id), LEDGER];
  const data = await Promise.all(
    providers.map(async (provider) => {
      const owner = { companyId, provider, externalAccountId: `${marker}-${provider}` };
      return {
        ...owner,
        id: randomUUID(),
        displayName: marker,
        credentials: await seal({ secretKey: `${marker}-secret` }, sealPurpose(owner)),
        settings: {
          bankId: "1",
          bankName: marker,
          bankCurrency: "USD",
          categoryId: "2",
          categoryName: marker,
        },
        lastSyncedAt: new Date(),
      };
    }),
  );
  await adminDb().integration.createMany({ data });
  const of = (wanted: ConnectableId) => data.find(({ provider }) => provider === wanted)?.id ?? "";
  const { id: file } = await adminDb().integration.create({
    data: { companyId, provider: BY_FILE, externalAccountId: marker, displayName: marker },
  });
  return { stripe: of("stripe"), paypal: of("paypal"), quickbooks: of(LEDGER), file };
}

async function seedRule({ companyId, userId }: Owner, marker: string): Promise<number> {
  const { id } = await adminDb().rule.create({
    data: {
      ...{ companyId, position: 1, source: "stripe", createdBy: userId },
      conditions: {
        ...{ kind: "charge", description: marker, customer: "named", customerName: marker },
        ...{ from: null, to: null, currency: null, afterDays: 3 },
      },
      outcome: { do: "wait", days: 3, note: marker },
    },
  });
  return id;
}

/** A deposit of each status, in the order of STATUSES. Written table by table: it is done thousands of times. */
async function seedDeposits(
  companyId: string,
  integrations: { stripe: string; quickbooks: string },
  marker: string,
) {
  const money = { currency: "USD" };
  const named = STATUSES.map((status) => ({ status, name: `${marker}-${status}` }));
  // Each with its lines: a payout adds up when it is stored.
  const deposits = await Promise.all(
    named.map(({ status, name }) =>
      adminDb().deposit.create({
        select: { id: true, lines: { select: { id: true } } },
        data: {
          companyId,
          integrationId: integrations.stripe,
          providerId: name,
          status,
          payoutStatus: "paid",
          txnDate: DAY,
          amount: 9_680n,
          description: marker,
          quickbooksId: status === "posted" ? name : null,
          ...money,
          lines: {
            create: {
              providerId: name,
              kind: "charge",
              providerKind: marker,
              date: DAY,
              gross: 10_000n,
              fee: 320n,
              net: 9_680n,
              description: marker,
              customerName: marker,
              customerEmail: marker,
              customer: { names: [marker], emails: [marker] },
              reference: marker,
              ...money,
            },
          },
        },
      }),
    ),
  );
  const payments = await adminDb().ledgerPayment.createManyAndReturn({
    select: { id: true },
    data: named.map(({ name }) => ({
      companyId,
      integrationId: integrations.quickbooks,
      kind: "Payment",
      providerId: name,
      txnDate: DAY,
      amount: 10_000n,
      customerName: marker,
      customerId: marker,
      customer: { id: marker, names: [marker], phones: [marker] },
      referenceNumber: marker,
      note: marker,
      ...money,
    })),
  });
  const seeded = named.map(({ status, name }, at) => ({
    ...{ status, depositId: deposits[at]?.id ?? 0, lineId: deposits[at]?.lines[0]?.id ?? 0 },
    ...{ paymentId: payments[at]?.id ?? 0, paymentProviderId: name },
  }));
  await seedMatches(
    companyId,
    seeded.filter(({ status }) => status !== "pending"),
    marker,
  );
  await adminDb().posting.createMany({
    data: seeded
      .filter(({ status }) => status === "posted")
      .map(({ depositId, paymentProviderId }) => ({
        companyId,
        depositId,
        integrationId: integrations.quickbooks,
        state: "posted",
        quickbooksDepositId: paymentProviderId,
        message: marker,
        postedAt: new Date(),
      })),
  });
  await adminDb().auditEvent.createMany({
    data: seeded.map(({ depositId }) => ({
      companyId,
      action: "deposit.received",
      entity: "deposit",
      entityId: String(depositId),
      data: { marker },
    })),
  });
  return seeded;
}

async function seedMatches(
  companyId: string,
  seeded: { depositId: number; lineId: number; paymentId: number; status: DepositStatus }[],
  marker: string,
): Promise<void> {
  const matched = seeded.map((each) => ({ ...each, matchId: randomUUID() }));
  await adminDb().match.createMany({
    data: matched.map(({ matchId, depositId, status }) => {
      const decided = status !== "suggested";
      return {
        id: matchId,
        companyId,
        depositId,
        state: decided ? "accepted" : "proposed",
        live: true,
        origin: "auto",
        kind: "one_to_one",
        probability: 0.9,
        currency: "USD",
        evidence: [{ field: "customer", level: "same_name", weight: 1, text: marker }],
        decidedAt: decided ? new Date() : null,
      };
    }),
  });
  const part = { companyId, live: true };
  await adminDb().matchLine.createMany({
    data: matched.map(({ matchId, lineId }) => ({ ...part, matchId, lineId })),
  });
  await adminDb().matchPayment.createMany({
    data: matched.map(({ matchId, paymentId }) => ({ ...part, matchId, paymentId })),
  });
}
