import type { Examples } from "./example";

const webhook_endpoint_id = "c2a1f5de-3d0b-4c55-8e57-4c1e1f4a9d10";
const delivery_id = "0f6a3b52-7f2e-4d0a-9f0c-52b1f6d3a7e4";
const url = "https://ledger.rosewood.example/webhooks";
const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDpdX5VLcAlGs=";

const webhook_endpoint = {
  id: webhook_endpoint_id,
  url,
  event_types: ["deposit.matched", "deposit.posted", "deposit.posting_failed"],
  made_by: "ada",
  created_at: "2026-11-02T09:30:00.000Z",
  failing_since: null,
  disabled_at: null,
  disabled_because: null,
};

export const webhookExamples: Examples = {
  webhookEndpointList: { response: { webhook_endpoints: [webhook_endpoint] } },
  createWebhookEndpoint: {
    body: { url, event_types: webhook_endpoint.event_types },
    response: {
      message: "Webhooks go to ledger.rosewood.example from now on",
      secret,
      webhook_endpoint,
    },
  },
  changeWebhookEndpoint: {
    body: { webhook_endpoint_id, event_types: null, enabled: true },
    response: {
      message: "Webhook endpoint saved",
      webhook_endpoint: { ...webhook_endpoint, event_types: null },
    },
  },
  rollWebhookSecret: {
    body: { webhook_endpoint_id },
    response: {
      message: "The new secret signs from now on, and for 24 hours the old one too",
      secret,
      webhook_endpoint,
    },
  },
  deleteWebhookEndpoint: {
    body: { webhook_endpoint_id },
    response: { message: "Webhook endpoint deleted" },
  },
  testWebhookEndpoint: {
    body: { webhook_endpoint_id },
    response: { message: "A test event is on its way", delivery_id },
  },
  webhookDeliveryList: {
    response: {
      deliveries: [
        {
          id: delivery_id,
          event_id: "7d0c1f9a-6b3e-4f7e-8a55-2f5f0d9c1b3a",
          type: "deposit.posted",
          data: {
            company_id: "8b1f0f3e-5f0c-4c7e-9a51-0d3c6b9be2a4",
            deposit_id: 118,
            status: "posted",
          },
          state: "waiting",
          attempts: 2,
          created_at: "2026-11-03T04:00:12.000Z",
          attempted_at: "2026-11-03T04:00:19.000Z",
          next_attempt_at: "2026-11-03T04:05:19.000Z",
          duration_ms: 412,
          status: 503,
          answer: "Service Unavailable",
          problem: "The answer was 503. Only 2xx counts as received.",
        },
      ],
      next_cursor: null,
    },
  },
  replayWebhook: { body: { delivery_id }, response: { message: "The event is sent again" } },
  replayFailedWebhooks: {
    body: { webhook_endpoint_id, since: "2026-11-02T00:00:00Z" },
    response: { message: "12 deliveries are sent again", replayed: 12 },
  },
};
