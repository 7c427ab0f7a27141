import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { log } from "@/server/platform/logger";
import { WebhookRefusedError } from "@/server/providers/errors";
import type { Webhook, WebhookEvent } from "@/server/providers/types";
import {
  badSignature,
  eventText,
  eventTime,
  readJson,
  requireSecrets,
} from "@/server/providers/webhook";

/** Entities whose changes open, deposit or delete payments, or change what is open of invoices. */
const ENTITIES = new Set([
  "payment",
  "salesreceipt",
  "refundreceipt",
  "deposit",
  "invoice",
  "creditmemo",
]);

const cloudEvent = z.object({
  id: eventText,
  /** `qbo.payment.created.v1` */
  type: z.string(),
  time: z.string().optional().catch(undefined),
  /** The realm id. */
  intuitaccountid: eventText,
});

/** The shape before CloudEvents, whose events have no ids. */
const oldDelivery = z.object({
  eventNotifications: z.array(
    z.object({
      realmId: eventText,
      dataChangeEvent: z.object({
        entities: z.array(
          z.object({
            name: z.string(),
            id: z.string(),
            operation: z.string(),
            lastUpdated: z.string(),
          }),
        ),
      }),
    }),
  ),
});

/**
 * Intuit's webhooks: `intuit-signature` is the base64 of HMAC-SHA256 over the body.
 * @param setting the app's verifier tokens, see {@link requireSecrets}.
 */
export function createQuickBooksWebhook(setting: string | undefined): Webhook {
  return {
    async verify(body, headers) {
      const secrets = requireSecrets(setting, "QuickBooks");
      const signature = Buffer.from(headers.get("intuit-signature") ?? "");
      // Every token is tried, so that timing does not reveal the matching one.
      const good = secrets.filter(({ secret }) => signed(body, secret, signature));
      if (good.length === 0) throw badSignature();
      return eventsIn(readJson(body));
    },
  };
}

function signed(body: Uint8Array, secret: string, signature: Buffer): boolean {
  const expected = Buffer.from(createHmac("sha256", secret).update(body).digest("base64"));
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function eventsIn(delivery: unknown): WebhookEvent[] {
  if (Array.isArray(delivery)) return delivery.flatMap(fromCloudEvent);
  const old = oldDelivery.safeParse(delivery);
  if (old.success) return fromOldDelivery(old.data);
  throw new WebhookRefusedError("unreadable", "The delivery holds no events of QuickBooks");
}

function fromCloudEvent(item: unknown): WebhookEvent[] {
  const parsed = cloudEvent.safeParse(item);
  if (!parsed.success) {
    // The delivery's other events still count; a redelivery would not change this one.
    log().warn({ fields: parsed.error.issues.map(({ path }) => path.join(".")) }, "odd event");
    return [];
  }
  const { id: eventId, type, time, intuitaccountid } = parsed.data;
  const [, entity = ""] = /^qbo\.([a-z]+)\./i.exec(type) ?? [];
  if (!ENTITIES.has(entity.toLowerCase())) return [];
  return [{ id: eventId, externalAccountId: intuitaccountid, at: eventTime(time) }];
}

function fromOldDelivery({ eventNotifications }: z.output<typeof oldDelivery>): WebhookEvent[] {
  return eventNotifications.flatMap(({ realmId, dataChangeEvent }) =>
    dataChangeEvent.entities
      .filter(({ name }) => ENTITIES.has(name.toLowerCase()))
      .map((entity) => {
        const { name, id: entityId, operation, lastUpdated } = entity;
        const facts = JSON.stringify([realmId, name, entityId, operation, lastUpdated]);
        const eventId = createHash("sha256").update(facts).digest("hex");
        return { id: eventId, externalAccountId: realmId, at: eventTime(lastUpdated) };
      }),
  );
}
