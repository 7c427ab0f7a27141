import { randomUUID } from "node:crypto";
import type { WebhookDelivery } from "@/generated/prisma/client";
import { WEBHOOK_TEST } from "@/lib/constants/webhooks";
import type { BodyOf, QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  replayWebhook as replayContract,
  replayFailedWebhooks as replayFailedContract,
  testWebhookEndpoint as testContract,
  WebhookDeliveryView,
  webhookDeliveryList,
} from "@/lib/contracts/webhook-endpoints";
import type { SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { enqueue } from "@/server/platform/queue/enqueue";
import { recordAudit } from "@/server/platform/record-audit";
import { requireEndpoint } from "./webhook-endpoints";

const DEFAULT_PAGE_SIZE = 20;

/** Deliveries to an endpoint, newest first; `cursor` is the end of the previous page. @throws NotFoundError. */
export async function listWebhookDeliveries(
  ctx: SessionContext,
  query: QueryOf<typeof webhookDeliveryList>,
): Promise<ResponseOf<typeof webhookDeliveryList>> {
  const { companyId } = ctx;
  const { id: endpointId } = await requireEndpoint(db(ctx), ctx, query.webhook_endpoint_id);
  const take = query.page_size ?? DEFAULT_PAGE_SIZE;
  const rows = await db(ctx).webhookDelivery.findMany({
    where: {
      ...{ companyId, endpointId },
      ...(query.state && { state: query.state }),
      ...(query.cursor && olderThan(query.cursor)),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: take + 1,
  });
  const page = rows.slice(0, take);
  const last = page.at(-1);
  const hasMore = rows.length > take && last !== undefined;
  return {
    deliveries: page.map(toView),
    next_cursor: hasMore ? `${last.createdAt.getTime()}_${last.id}` : null,
  };
}

function olderThan(cursor: string) {
  const [at = "", id = ""] = cursor.split("_");
  const createdAt = new Date(Number(at));
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

function toView(row: WebhookDelivery): WebhookDeliveryView {
  const { id, state, attempts, status, answer, problem } = row;
  const { type, data } = row as Pick<WebhookDeliveryView, "type" | "data">;
  return {
    ...{ id, event_id: row.eventId, type, data },
    ...{ state, attempts, status, answer, problem },
    created_at: row.createdAt.toISOString(),
    attempted_at: row.attemptedAt?.toISOString() ?? null,
    next_attempt_at: state === "waiting" ? row.nextAttemptAt.toISOString() : null,
    duration_ms: row.durationMs,
  };
}

/** Sends a test event, whatever events the endpoint has chosen. @throws NotFoundError; ConflictError when it is disabled. */
export async function testWebhookEndpoint(
  ctx: SessionContext,
  { webhook_endpoint_id: endpointId }: BodyOf<typeof testContract>,
): Promise<ResponseOf<typeof testContract>> {
  const { companyId } = ctx;
  const id = randomUUID();
  await db(ctx).$transaction(async (tx) => {
    await requireSending(tx, ctx, endpointId);
    const data = { company_id: companyId };
    await tx.webhookDelivery.create({
      data: { companyId, id, endpointId, eventId: randomUUID(), type: WEBHOOK_TEST, data },
    });
    await recordAudit(tx, ctx, {
      action: "webhook_endpoint.tested",
      ...{ entity: "webhook_endpoint", entityId: endpointId },
    });
  });
  await enqueue("webhooks", { companyId });
  return { message: "A test event is on its way", delivery_id: id };
}

/** Sends a delivery once more. Repeating the call while it waits changes nothing. @throws as testWebhookEndpoint. */
export async function replayWebhook(
  ctx: SessionContext,
  { delivery_id: id }: BodyOf<typeof replayContract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    const delivery = await tx.webhookDelivery.findUnique({
      where: { companyId_id: { companyId, id } },
    });
    if (!delivery) throw new NotFoundError("This delivery doesn't exist, or is over 30 days old");
    const { endpointId } = delivery;
    await requireSending(tx, ctx, endpointId);
    await tx.webhookDelivery.updateMany({ where: { companyId, id }, data: asNew() });
    await recordAudit(tx, ctx, {
      action: "webhook_endpoint.replayed",
      ...{ entity: "webhook_endpoint", entityId: endpointId, data: { deliveries: [id] } },
    });
  });
  await enqueue("webhooks", { companyId });
  return { message: "The event is sent again" };
}

/** Sends what an endpoint has missed since a time. @throws as testWebhookEndpoint. */
export async function replayFailedWebhooks(
  ctx: SessionContext,
  { webhook_endpoint_id: endpointId, since }: BodyOf<typeof replayFailedContract>,
): Promise<ResponseOf<typeof replayFailedContract>> {
  const { companyId } = ctx;
  const replayed = await db(ctx).$transaction(async (tx) => {
    await requireSending(tx, ctx, endpointId);
    const { count } = await tx.webhookDelivery.updateMany({
      where: { companyId, endpointId, state: "failed", createdAt: { gte: new Date(since) } },
      data: asNew(),
    });
    await recordAudit(tx, ctx, {
      action: "webhook_endpoint.replayed",
      entity: "webhook_endpoint",
      entityId: endpointId,
      data: { since, deliveries: count },
    });
    return count;
  });
  if (replayed > 0) await enqueue("webhooks", { companyId });
  const message =
    replayed === 0
      ? "No delivery has failed since then"
      : `${replayed} ${replayed === 1 ? "delivery is" : "deliveries are"} sent again`;
  return { message, replayed };
}

function asNew() {
  const now = new Date();
  return { state: "waiting", attempts: 0, queuedAt: now, nextAttemptAt: now } as const;
}

/** Requires an endpoint that isn't disabled, and ends its pause after a failure: a user has asked. */
async function requireSending(tx: Tx, ctx: SessionContext, id: string): Promise<void> {
  const { companyId } = ctx;
  const { disabledAt } = await requireEndpoint(tx, ctx, id);
  if (disabledAt)
    throw new ConflictError("wrong_step", "This webhook endpoint is disabled. Enable it first.");
  await tx.webhookEndpoint.updateMany({ where: { companyId, id }, data: { heldUntil: null } });
}
