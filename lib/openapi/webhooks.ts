import {
  SENT_EVENT_TYPES,
  type SentEventType,
  WEBHOOK_EVENTS,
  WEBHOOK_LOG_DAYS,
  WEBHOOK_RETRY_DAYS,
  WEBHOOK_TEST,
} from "@/lib/constants/webhooks";
import { eventExamples } from "@/lib/contracts/examples/webhook-events";
import { webhookBody } from "@/lib/contracts/webhook-events";
import { headerParameter } from "@/lib/openapi/components";
import type { Schemas } from "@/lib/openapi/schemas";

const SUMMARIES: Record<SentEventType, string> = {
  ...WEBHOOK_EVENTS,
  [WEBHOOK_TEST]: "A test event was asked for.",
};

/** What an answer of the receiver causes. */
const ANSWERS = {
  "2XX": `Received. The status and the first 500 characters of the answer are kept for ${WEBHOOK_LOG_DAYS} days with the delivery.`,
  "3XX": "Failed, as any other answer: redirects aren't followed.",
  410: "Failed, and the webhook endpoint is disabled at once.",
  default: `Failed, as is no complete answer within 10 seconds. It is retried after 5 seconds, 5 minutes, 30 minutes, 2 hours and 5 hours, then every 10 hours. When nothing has arrived for ${WEBHOOK_RETRY_DAYS} days, the webhook endpoint is disabled, and owners and admins get a notification.`,
};

/** The events that are sent to webhook endpoints, by their types; their bodies are added to `schemas`. */
export function webhooks(schemas: Schemas): Record<string, { post: object }> {
  return Object.fromEntries(
    SENT_EVENT_TYPES.map((type) => [type, { post: webhook(type, schemas) }]),
  );
}

function webhook(type: SentEventType, schemas: Schemas): object {
  const name = type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
  const schema = `${name}Event`;
  schemas.add(schema, {
    ...schemas.published(webhookBody(type), "output"),
    description: SUMMARIES[type],
  });
  return {
    operationId: `on${name}`,
    summary: SUMMARIES[type],
    description:
      "Sent to the URLs that owners and admins have added. Check the signature over the bytes of the body before reading it. Events can arrive twice and in any order.",
    tags: ["Webhooks"],
    security: [],
    parameters: (["WebhookId", "WebhookTimestamp", "WebhookSignature"] as const).map(
      headerParameter,
    ),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${schema}` },
          example: eventExamples[type],
        },
      },
    },
    responses: Object.fromEntries(
      Object.entries(ANSWERS).map(([status, description]) => [status, { description }]),
    ),
  };
}
