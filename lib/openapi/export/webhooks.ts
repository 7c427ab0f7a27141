import { WEBHOOK_DELIVERY_STATES, WEBHOOK_ENDS } from "@/lib/constants/webhooks";
import type { Rows } from "./columns";

export const webhookRows: Rows = {
  webhook_endpoint: {
    about: "A URL that changes are sent to, without its secret.",
    columns: {
      id: ["Its id.", "uuid"],
      url: ["Where deliveries are sent.", "text"],
      event_types: ["The types of events that are sent; null: all.", "texts?"],
      created_by: ["The id of the user who created it.", "id"],
      created_at: ["When it was created.", "time"],
      failing_since: ["The first failure since a delivery arrived.", "time?"],
      disabled_at: ["Since when nothing is sent; null: it is enabled.", "time?"],
      disabled_because: ["Why nothing is sent.", WEBHOOK_ENDS, true],
    },
  },
  webhook_delivery: {
    about: "An event on its way to a webhook endpoint.",
    columns: {
      id: ["Its id.", "uuid"],
      endpoint_id: ["The id of the webhook endpoint.", "uuid"],
      event_id: ["The event's id, the same for every attempt.", "uuid"],
      event_type: ["The type of the event.", "text"],
      data: ["What `data` of the body has.", "json"],
      state: ["Whether it arrived.", WEBHOOK_DELIVERY_STATES],
      attempts: ["How often it was tried since it was queued, or last replayed.", "integer"],
      created_at: ["When the event happened.", "time"],
      queued_at: ["When it was queued, or last replayed.", "time"],
      attempted_at: ["When it was tried last.", "time?"],
      duration_ms: ["How long the latest attempt took, in milliseconds.", "integer?"],
      status: ["The HTTP status of the latest answer.", "integer?"],
      answer: ["The first 500 characters of that answer.", "text"],
      problem: ["Why it didn't arrive; empty where it did.", "text"],
    },
  },
};
