import { NotFoundError } from "@/server/platform/errors";
import { log } from "@/server/platform/logger";
import { providers } from "@/server/providers/registry";
import { recordEvents } from "./record-events";

/** A webhook request as received. */
export interface Delivery {
  /** From the path; may be any text. */
  provider: string;
  body: Uint8Array;
  headers: Headers;
}

/**
 * Receives a provider's webhook. Responds before any sync: it only records sync requests, and the sweep
 * starts them within seconds.
 * @throws NotFoundError for a provider without webhooks; WebhookRefusedError for a delivery that fails
 * verification.
 */
export async function receiveWebhook(delivery: Delivery): Promise<{ message: string }> {
  const known = providers().find(({ id }) => id === delivery.provider);
  if (!known?.webhook) throw new NotFoundError("This provider sends no webhooks");
  const events = await known.webhook.verify(delivery.body, delivery.headers);
  const { fresh, asked } = await recordEvents(known.id, events);
  log().info({ provider: known.id, events: events.length, fresh, asked }, "webhook received");
  return { message: "Received" };
}
