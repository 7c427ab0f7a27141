import {
  MAX_WEBHOOK_URL,
  SENT_EVENT_TYPES,
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_ENDS,
  WEBHOOK_EVENT_TYPES,
} from "@/lib/constants/webhooks";
import { instant, messageResponse, queryNumber } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/** The webhook endpoint's id. */
const endpointId = z.uuid("Must be the id of a webhook endpoint");
/** The delivery's id, not that of its event. */
const deliveryId = z.uuid("Must be the id of a delivery");

const eventTypes = z
  .array(z.enum(WEBHOOK_EVENT_TYPES, "Must be an event type"))
  .min(1, "Choose at least one event, or all")
  .max(WEBHOOK_EVENT_TYPES.length);

/**
 * A URL that the company's changes are sent to, without its secret.
 * @schema WebhookEndpoint
 */
const webhookEndpoint = z.object({
  /** The webhook endpoint's id. */
  id: z.uuid(),
  /** Where deliveries are sent. */
  url: z.string(),
  /** Null: all types, future ones included. */
  event_types: z.array(z.enum(WEBHOOK_EVENT_TYPES)).nullable(),
  /** A username; null once that user has left. */
  made_by: z.string().nullable(),
  /** When it was created. */
  created_at: instant,
  /** The first failure since a delivery arrived; null while they arrive. */
  failing_since: instant.nullable(),
  /** Since when nothing is sent; null: it is enabled. */
  disabled_at: instant.nullable(),
  /** Why: by a user, after days of failures, because it answered 410, or because its secret can't be opened. */
  disabled_because: z.enum(WEBHOOK_ENDS).nullable(),
});
export type WebhookEndpointView = z.infer<typeof webhookEndpoint>;

/**
 * An event on its way to a webhook endpoint, with the latest answer.
 * @schema WebhookDelivery
 */
const webhookDelivery = z.object({
  /** The delivery's id. */
  id: z.uuid(),
  /** What `webhook-id` has: the same for every attempt and replay. */
  event_id: z.uuid(),
  /** What happened. */
  type: z.enum(SENT_EVENT_TYPES),
  /** `data` of the body that is sent. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.literal(null)])),
  /** Whether it arrived. */
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  /** How often it was tried since it was queued, or last replayed. */
  attempts: z.number().int(),
  /** When the event happened. */
  created_at: instant,
  /** Of the latest attempt; null: none yet. */
  attempted_at: instant.nullable(),
  /** Null unless it waits. */
  next_attempt_at: instant.nullable(),
  /** How long the latest attempt took, in milliseconds; null: none yet. */
  duration_ms: z.number().int().nullable(),
  /** The HTTP status of the latest answer; null: there was none. */
  status: z.number().int().nullable(),
  /** The first 500 characters of that answer. */
  answer: z.string(),
  /** Why it didn't arrive, for people; empty where it did. */
  problem: z.string(),
});
export type WebhookDeliveryView = z.infer<typeof webhookDelivery>;

/** An https address that is reachable from the internet, without a user or password in it. */
const url = z.string().trim().min(1, "URL is required").max(MAX_WEBHOOK_URL);

export const webhookEndpointForm = z.object({
  /** Where to send: an https address that is reachable from the internet, without a user or password in it. */
  url,
  /** Null: all types, future ones included. */
  event_types: eventTypes.nullable(),
});

const oneEndpoint = z.object({
  /** The webhook endpoint's id. */
  webhook_endpoint_id: endpointId,
});

const madeSecret = messageResponse.extend({
  /** The webhook endpoint. */
  webhook_endpoint: webhookEndpoint,
  /** `whsec_` and the key in base64; it is never shown again. */
  secret: z.string(),
});

/** Oldest first, without their secrets. */
export const webhookEndpointList = defineEndpoint({
  method: "GET",
  path: "/webhook-endpoints/",
  summary: "List the webhook endpoints",
  access: "session",
  role: "admin",
  apiTokens: true,
  unattended: true,
  response: z.object({
    /** Oldest first. */
    webhook_endpoints: z.array(webhookEndpoint),
  }),
});

/** Changes are sent to its URL. `secret` signs them, and is never shown again. */
export const createWebhookEndpoint = defineEndpoint({
  method: "POST",
  path: "/webhook-endpoints/",
  summary: "Create a webhook endpoint",
  access: "session",
  role: "admin",
  apiTokens: true,
  answersSecret: true,
  problems: ["already_exists", "limit_reached", "unusable_input"],
  body: webhookEndpointForm,
  response: madeSecret,
});

/** Its URL, its events, or whether it is enabled. */
export const changeWebhookEndpoint = defineEndpoint({
  method: "POST",
  path: "/webhook-endpoints/change/",
  summary: "Change a webhook endpoint",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["already_exists", "not_found", "unusable_input", "wrong_step"],
  body: webhookEndpointForm.partial().extend({
    /** The webhook endpoint's id. */
    webhook_endpoint_id: endpointId,
    /** False disables it; events that happen until it is enabled are never sent. */
    enabled: z.boolean().optional(),
  }),
  response: messageResponse.extend({
    /** As it is now. */
    webhook_endpoint: webhookEndpoint,
  }),
});

/** For 24 hours the old one signs too. */
export const rollWebhookSecret = defineEndpoint({
  method: "POST",
  path: "/webhook-endpoints/roll-secret/",
  summary: "Give a webhook endpoint a new secret",
  access: "session",
  role: "admin",
  apiTokens: true,
  answersSecret: true,
  problems: ["not_found"],
  body: oneEndpoint,
  response: madeSecret,
});

/** Its deliveries are deleted too; nothing more is sent to it. */
export const deleteWebhookEndpoint = defineEndpoint({
  method: "POST",
  path: "/webhook-endpoints/delete/",
  summary: "Delete a webhook endpoint",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_found"],
  body: oneEndpoint,
  response: messageResponse,
});

/** It is a `webhook.test`, whose delivery has the answer within seconds. */
export const testWebhookEndpoint = defineEndpoint({
  method: "POST",
  path: "/webhook-endpoints/test/",
  summary: "Send a test event",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_found", "wrong_step"],
  body: oneEndpoint,
  response: messageResponse.extend({
    /** The test event's delivery, which has the answer within seconds. */
    delivery_id: z.uuid(),
  }),
});

/** Cursor: milliseconds and id of the last one received. */
const cursor = z
  .string()
  .regex(/^\d{1,13}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "Must be a next_cursor");

/** Those of the last 30 days, newest first, paged. */
export const webhookDeliveryList = defineEndpoint({
  method: "GET",
  path: "/webhook-endpoints/deliveries/",
  summary: "List the deliveries to a webhook endpoint",
  access: "session",
  role: "admin",
  apiTokens: true,
  unattended: true,
  problems: ["not_found"],
  query: z.object({
    /** The webhook endpoint's id. */
    webhook_endpoint_id: endpointId,
    state: z.enum(WEBHOOK_DELIVERY_STATES).optional(),
    cursor: cursor.optional(),
    page_size: queryNumber(1, 100).optional(),
  }),
  response: z.object({
    /** Newest first. */
    deliveries: z.array(webhookDelivery),
    /** Null when there are no older ones. */
    next_cursor: z.string().nullable(),
  }),
});

/** Under its event's id. One that waits is sent now. */
export const replayWebhook = defineEndpoint({
  method: "POST",
  path: "/webhook-endpoints/replay/",
  summary: "Send a delivery once more",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_found", "wrong_step"],
  body: z.object({
    /** The delivery's id, not that of its event. */
    delivery_id: deliveryId,
  }),
  response: messageResponse,
});

/** All those of events since a time, oldest first. */
export const replayFailedWebhooks = defineEndpoint({
  method: "POST",
  path: "/webhook-endpoints/replay-failed/",
  summary: "Send failed deliveries once more",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_found", "wrong_step"],
  body: z.object({
    /** The webhook endpoint's id. */
    webhook_endpoint_id: endpointId,
    /** Of the event. */
    since: z.iso.datetime({ error: "Must be a time such as 2026-11-02T09:30:00Z" }),
  }),
  response: messageResponse.extend({
    /** How many deliveries are sent once more. */
    replayed: z.number().int(),
  }),
});
