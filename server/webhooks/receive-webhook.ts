import type { Provider } from "@/generated/prisma/client";
import { NotFoundError } from "@/server/errors";
import { log } from "@/server/logger";
import { providers } from "@/server/providers/registry";
import { recordEvents } from "./record-events";

/** A request at the webhook door, as it came. */
export interface Delivery {
  /** As in the path; may be anything. */
  provider: string;
  body: Uint8Array;
  headers: Headers;
}

/**
 * Takes what a provider tells us. Answered before anything is synced: the wish is in the rows, and the
 * sweep acts on it within seconds.
 * @throws NotFoundError for a provider that sends none, WebhookRefusedError for what is not believed.
 */
export async function receiveWebhook(delivery: Delivery): Promise<{ message: string }> {
  const known = providers().find(({ id }) => id === delivery.provider);
  if (!known?.webhook) throw new NotFoundError("This provider sends no webhooks");
  const events = await known.webhook.verify(delivery.body, delivery.headers);
  const { fresh, asked } = await recordEvents(known.id satisfies Provider, events);
  log().info({ provider: known.id, events: events.length, fresh, asked }, "webhook received");
  return { message: "Received" };
}
