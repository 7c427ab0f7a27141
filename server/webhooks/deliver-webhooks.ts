import { Prisma, type WebhookDelivery, type WebhookEndpoint } from "@/generated/prisma/client";
import { WEBHOOK_LOG_DAYS, WEBHOOK_RETRY_DAYS } from "@/lib/constants/webhooks";
import type { WebhookBody } from "@/lib/contracts/webhook-events";
import { lasting } from "@/server/platform/clock";
import type { CompanyContext } from "@/server/platform/context";
import { UnopenableError } from "@/server/platform/crypto/keyring";
import { db } from "@/server/platform/db";
import { isStopping } from "@/server/platform/health/stopping";
import { log } from "@/server/platform/logger";
import { disableFailing } from "./disable-endpoint";
import { type Attempt, sendWebhook } from "./send-webhook";
import { openSecrets, signedHeaders } from "./signing";

/** Longer than a round can take: a worker that takes longer has crashed. */
const CLAIM_SECONDS = 60;
/** One endpoint's round, after which others have their turn. */
const ROUND_MS = 15_000;
/** The pauses of one delivery after each failure, in seconds; the last one repeats. */
const PAUSES = [5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600];
/** What a failing endpoint's other deliveries wait: as long as it has failed, within these bounds. */
const HOLD_SECONDS = { least: 5, most: 5 * 60 };
const DAY_MS = 24 * 3_600_000;
const GONE = 410;

const isReady = Prisma.sql`e.disabled_at IS NULL
  AND NOT EXISTS (SELECT FROM installation WHERE paused_at IS NOT NULL)
  AND coalesce(e.held_until, '-infinity') <= now() AND coalesce(e.claimed_until, '-infinity') <= now()`;

/** In SQL: the endpoint `e` has a delivery to send now. */
export const hasDueDeliveries = Prisma.sql`(${isReady}
  AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.company_id = e.company_id AND d.endpoint_id = e.id
    AND d.state = 'waiting' AND d.next_attempt_at <= now()))`;

/**
 * Sends a company's due deliveries: to each endpoint one after the other, until one fails or the endpoint has had its
 * turn. Each may arrive more than once, under the same id. Sends nothing while the installation is paused.
 */
export async function deliverWebhooks(ctx: CompanyContext): Promise<void> {
  const due = await db(ctx).$queryRaw<{ id: string }[]>`
    SELECT id FROM webhook_endpoints e
    WHERE e.company_id = ${ctx.companyId}::uuid AND ${hasDueDeliveries}`;
  const rounds = await Promise.allSettled(due.map(({ id }) => deliverTo(ctx, id)));
  const errors = rounds.flatMap((round) => (round.status === "rejected" ? round.reason : []));
  if (errors.length > 0) throw errors[0];
}

async function deliverTo(ctx: CompanyContext, id: string): Promise<void> {
  const key = { companyId_id: { companyId: ctx.companyId, id } };
  const claimed = await db(ctx).$executeRaw`
    UPDATE webhook_endpoints e SET claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    WHERE e.company_id = ${ctx.companyId}::uuid AND e.id = ${id}::uuid AND ${isReady}`;
  if (claimed === 0) return;
  try {
    const ends = Date.now() + ROUND_MS;
    while (Date.now() < ends && !isStopping()) {
      // Read again: it may be disabled, deleted, or have another URL since.
      const endpoint = await db(ctx).webhookEndpoint.findUnique({ where: key });
      if (!endpoint || endpoint.disabledAt) return;
      const delivery = await nextDelivery(ctx, id);
      if (!delivery || !(await deliver(ctx, endpoint, delivery))) return;
    }
  } finally {
    await db(ctx).webhookEndpoint.updateMany({
      where: { companyId: ctx.companyId, id },
      data: { claimedUntil: null },
    });
  }
}

function nextDelivery(ctx: CompanyContext, endpointId: string): Promise<WebhookDelivery | null> {
  return db(ctx).webhookDelivery.findFirst({
    where: {
      ...{ companyId: ctx.companyId, endpointId, state: "waiting" },
      nextAttemptAt: { lte: new Date() },
    },
    orderBy: [{ nextAttemptAt: "asc" }, { createdAt: "asc" }],
  });
}

/** @returns whether it arrived. */
async function deliver(
  ctx: CompanyContext,
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
): Promise<boolean> {
  const secrets = await openSecrets(endpoint).catch((error: unknown) => {
    if (error instanceof UnopenableError) return null;
    throw error;
  });
  if (!secrets) {
    await disableFailing(ctx, endpoint, "unreadable");
    return false;
  }
  const { eventId: id, type, data, createdAt } = delivery;
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data } as WebhookBody);
  const at = Math.floor(Date.now() / 1000);
  const headers = signedHeaders(secrets, { id, at, body });
  const attempt = await sendWebhook(endpoint.url, { headers, body });
  if (attempt.problem === "") await recordArrival(ctx, delivery, attempt);
  else await recordFailure(ctx, endpoint, delivery, attempt);
  return attempt.problem === "";
}

const factsOf = ({ status, answer, problem, durationMs }: Attempt) => ({
  ...{ status, answer, problem, durationMs },
  attemptedAt: new Date(),
  attempts: { increment: 1 },
});

/** A replay that was asked for meanwhile stays: `queuedAt` tells it. */
const asSent = ({ companyId, id, queuedAt }: WebhookDelivery) => ({
  ...{ companyId, id, queuedAt },
  state: "waiting" as const,
});

async function recordArrival(
  ctx: CompanyContext,
  delivery: WebhookDelivery,
  attempt: Attempt,
): Promise<void> {
  const { companyId, endpointId: id } = delivery;
  await db(ctx).$transaction(async (tx) => {
    await tx.webhookDelivery.updateMany({
      where: asSent(delivery),
      data: { ...factsOf(attempt), state: "delivered" },
    });
    await tx.webhookEndpoint.updateMany({
      where: { companyId, id, failingSince: { not: null } },
      data: { failingSince: null, heldUntil: null },
    });
  });
}

async function recordFailure(
  ctx: CompanyContext,
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  attempt: Attempt,
): Promise<void> {
  const { companyId, id } = endpoint;
  const now = new Date();
  const failingSince = endpoint.failingSince ?? now;
  const givesUp = isLongAgo(delivery.queuedAt, now);
  const pause = PAUSES[Math.min(delivery.attempts, PAUSES.length - 1)] ?? 0;
  const { status, problem } = attempt;
  log().warn({ endpointId: id, deliveryId: delivery.id, status, problem }, "webhook not delivered");
  await db(ctx).$transaction(async (tx) => {
    await tx.webhookDelivery.updateMany({
      where: asSent(delivery),
      data: {
        ...factsOf(attempt),
        ...(givesUp ? { state: "failed" } : { nextAttemptAt: afterPause(now, pause) }),
      },
    });
    await tx.webhookEndpoint.updateMany({
      where: { companyId, id },
      data: { failingSince, heldUntil: afterPause(now, holdSeconds(failingSince, now)) },
    });
  });
  if (status === GONE) await disableFailing(ctx, endpoint, "gone");
  else if (isLongAgo(failingSince, now)) await disableFailing(ctx, endpoint, "failing");
}

function isLongAgo(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= WEBHOOK_RETRY_DAYS * DAY_MS;
}

function afterPause(now: Date, seconds: number): Date {
  return new Date(now.getTime() + lasting(seconds * 1000));
}

function holdSeconds(failingSince: Date, now: Date): number {
  const failed = (now.getTime() - failingSince.getTime()) / 1000;
  return Math.min(Math.max(failed, HOLD_SECONDS.least), HOLD_SECONDS.most);
}

/** Deletes deliveries of more than 30 days ago, for the sweep. */
export async function deleteOldDeliveries(): Promise<void> {
  await db("jobs").$executeRaw`
    DELETE FROM webhook_deliveries WHERE created_at <= now() - make_interval(days => ${WEBHOOK_LOG_DAYS})`;
}
