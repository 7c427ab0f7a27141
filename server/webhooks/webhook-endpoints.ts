import { randomUUID } from "node:crypto";
import type { Prisma, WebhookEndpoint } from "@/generated/prisma/client";
import {
  MAX_WEBHOOK_ENDPOINTS,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
} from "@/lib/constants/webhooks";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  changeWebhookEndpoint as changeContract,
  createWebhookEndpoint as createContract,
  deleteWebhookEndpoint as deleteContract,
  rollWebhookSecret as rollContract,
  WebhookEndpointView,
  webhookEndpointList,
} from "@/lib/contracts/webhook-endpoints";
import type { SessionContext } from "@/server/platform/context";
import { UnopenableError } from "@/server/platform/crypto/keyring";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { hostOf, parseWebhookUrl, RefusedAddressError, resolveAllowed } from "./addresses";
import { disableEndpoint } from "./disable-endpoint";
import { makeSecret, openSecrets } from "./signing";

/** The company's endpoints, oldest first. */
export async function listWebhookEndpoints(
  ctx: SessionContext,
): Promise<ResponseOf<typeof webhookEndpointList>> {
  const rows = await db(ctx).webhookEndpoint.findMany({
    where: { companyId: ctx.companyId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return { webhook_endpoints: await toViews(db(ctx), ctx, rows) };
}

/**
 * Makes an endpoint, which gets the changes from now on.
 * @returns its secret, which is shown here and never again
 * @throws UnusableInputError for a URL that webhooks aren't sent to; ConflictError when there is one with this URL, or
 * too many.
 */
export async function createWebhookEndpoint(
  ctx: SessionContext,
  { url: text, event_types }: BodyOf<typeof createContract>,
): Promise<ResponseOf<typeof createContract>> {
  const url = await checkedUrl(text);
  const { companyId, userId: createdBy } = ctx;
  const id = randomUUID();
  const { secret, sealedSecret } = await makeSecret(id);
  const eventTypes = event_types ?? [];
  return db(ctx).$transaction(async (tx) => {
    await lockEndpoints(tx, ctx);
    await requireFreeUrl(tx, ctx, url);
    if ((await tx.webhookEndpoint.count({ where: { companyId } })) >= MAX_WEBHOOK_ENDPOINTS) {
      throw new ConflictError(
        "limit_reached",
        `The company already has ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints, the maximum. Delete one first.`,
      );
    }
    const row = await tx.webhookEndpoint.create({
      data: { companyId, id, url, sealedSecret, eventTypes, createdBy },
    });
    await recordAudit(tx, ctx, {
      action: "webhook_endpoint.created",
      ...{ entity: "webhook_endpoint", entityId: id, data: factsOf(row) },
    });
    const webhook_endpoint = await toView(tx, ctx, row);
    return { message: `Webhooks go to ${new URL(url).host} from now on`, secret, webhook_endpoint };
  });
}

/**
 * Changes what an endpoint gets and where, or disables or enables it. What waits goes to the new URL.
 * @throws NotFoundError; as createWebhookEndpoint; ConflictError when it is to be enabled and its secret can't be opened.
 */
export async function changeWebhookEndpoint(
  ctx: SessionContext,
  { webhook_endpoint_id: id, url: text, event_types, enabled }: BodyOf<typeof changeContract>,
): Promise<ResponseOf<typeof changeContract>> {
  const { companyId } = ctx;
  const url = text === undefined ? undefined : await checkedUrl(text);
  return db(ctx).$transaction(async (tx) => {
    await lockEndpoints(tx, ctx);
    const before = await requireEndpoint(tx, ctx, id);
    if (url !== undefined && url !== before.url) await requireFreeUrl(tx, ctx, url);
    if (enabled === true && before.disabledAt) await requireSecret(before);
    const row = await tx.webhookEndpoint.update({
      where: { companyId_id: { companyId, id } },
      data: {
        ...(url !== undefined && { url }),
        ...(event_types !== undefined && { eventTypes: event_types ?? [] }),
        ...(enabled === true && {
          ...{ disabledAt: null, disabledBecause: null },
          ...{ failingSince: null, heldUntil: null },
        }),
      },
    });
    await recordAudit(tx, ctx, {
      action: "webhook_endpoint.changed",
      entity: "webhook_endpoint",
      entityId: id,
      data: { ...factsOf(row), ...(enabled !== undefined && { enabled }) },
    });
    if (enabled === false) await disableEndpoint(tx, ctx, id, "paused");
    const webhook_endpoint = await toView(tx, ctx, await requireEndpoint(tx, ctx, id));
    return { message: "Webhook endpoint saved", webhook_endpoint };
  });
}

/**
 * Gives an endpoint a new secret. For a day the old one signs too.
 * @returns the secret, which is shown here and never again
 */
export function rollWebhookSecret(
  ctx: SessionContext,
  { webhook_endpoint_id: id }: BodyOf<typeof rollContract>,
): Promise<ResponseOf<typeof rollContract>> {
  const { companyId } = ctx;
  return db(ctx).$transaction(async (tx) => {
    await lockEndpoints(tx, ctx);
    const old = await openSecrets(await requireEndpoint(tx, ctx, id)).catch((error: unknown) => {
      if (error instanceof UnopenableError) return undefined;
      throw error;
    });
    const { secret, sealedSecret } = await makeSecret(id, old);
    const row = await tx.webhookEndpoint.update({
      where: { companyId_id: { companyId, id } },
      data: { sealedSecret },
    });
    await recordAudit(tx, ctx, {
      action: "webhook_endpoint.secret_rolled",
      ...{ entity: "webhook_endpoint", entityId: id },
    });
    const message = old
      ? "The new secret signs from now on, and for 24 hours the old one too"
      : "The new secret signs from now on";
    return { message, secret, webhook_endpoint: await toView(tx, ctx, row) };
  });
}

/** Deletes an endpoint with its deliveries. @throws NotFoundError. */
export function deleteWebhookEndpoint(
  ctx: SessionContext,
  { webhook_endpoint_id: id }: BodyOf<typeof deleteContract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  return db(ctx).$transaction(async (tx) => {
    await lockEndpoints(tx, ctx);
    const row = await requireEndpoint(tx, ctx, id);
    await tx.webhookEndpoint.delete({ where: { companyId_id: { companyId, id } } });
    await recordAudit(tx, ctx, {
      action: "webhook_endpoint.deleted",
      ...{ entity: "webhook_endpoint", entityId: id, data: factsOf(row) },
    });
    return { message: "Webhook endpoint deleted" };
  });
}

/** @throws NotFoundError. */
export async function requireEndpoint(
  tx: Tx,
  { companyId }: SessionContext,
  id: string,
): Promise<WebhookEndpoint> {
  const row = await tx.webhookEndpoint.findUnique({ where: { companyId_id: { companyId, id } } });
  if (!row) throw new NotFoundError("This webhook endpoint doesn't exist");
  return row;
}

/** Endpoints of a company are made and changed one after the other. */
async function lockEndpoints(tx: Tx, { companyId }: SessionContext): Promise<void> {
  const key = `webhook endpoints of ${companyId}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

/** @returns the URL as it is stored. @throws UnusableInputError. */
async function checkedUrl(text: string): Promise<string> {
  const url = parseWebhookUrl(text);
  if (typeof url === "string") throw unusable(url);
  await resolveAllowed(hostOf(url)).catch((error: unknown) => {
    if (error instanceof RefusedAddressError) throw unusable(error.message);
    throw unusable("The URL's host wasn't found");
  });
  return url.href;
}

const unusable = (message: string) => new UnusableInputError(message, { fields: { url: message } });

async function requireFreeUrl(tx: Tx, { companyId }: SessionContext, url: string): Promise<void> {
  if ((await tx.webhookEndpoint.count({ where: { companyId, url } })) === 0) return;
  const message = "Webhooks go to this URL already. Change that endpoint instead.";
  throw new ConflictError("already_exists", message, { fields: { url: message } });
}

async function requireSecret(row: WebhookEndpoint): Promise<void> {
  await openSecrets(row).catch((error: unknown) => {
    if (!(error instanceof UnopenableError)) throw error;
    throw new ConflictError("wrong_step", "Its secret can't be opened. Give it a new one first.");
  });
}

/** For the history. A URL's path may be a secret of its receiver. */
function factsOf({ url, eventTypes }: WebhookEndpoint): Prisma.InputJsonObject {
  return { host: new URL(url).host, event_types: eventTypes };
}

async function toView(
  tx: Tx,
  ctx: SessionContext,
  row: WebhookEndpoint,
): Promise<WebhookEndpointView> {
  const [view] = await toViews(tx, ctx, [row]);
  if (!view) throw new Error("A row has a view");
  return view;
}

/** As the wire has them: never with the secrets. */
async function toViews(
  tx: Tx,
  { companyId }: SessionContext,
  rows: WebhookEndpoint[],
): Promise<WebhookEndpointView[]> {
  const makers = await tx.membership.findMany({
    where: { companyId, userId: { in: rows.map(({ createdBy }) => createdBy) } },
    select: { userId: true, user: { select: { username: true } } },
  });
  const names = new Map(makers.map(({ userId, user }) => [userId, user.username]));
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    event_types: row.eventTypes.length === 0 ? null : row.eventTypes.filter(isKnown),
    made_by: names.get(row.createdBy) ?? null,
    created_at: row.createdAt.toISOString(),
    failing_since: row.failingSince?.toISOString() ?? null,
    disabled_at: row.disabledAt?.toISOString() ?? null,
    disabled_because: row.disabledBecause,
  }));
}

function isKnown(type: string): type is WebhookEventType {
  return (WEBHOOK_EVENT_TYPES as readonly string[]).includes(type);
}
