/** The event types, with when each is sent. Types are added, never renamed. */
export const WEBHOOK_EVENTS = {
  "deposit.created": "A payout was read from a payment processor.",
  "deposit.suggested": "A match waits to be confirmed or dismissed.",
  "deposit.suggestion_withdrawn": "The suggestion was dismissed, or no longer holds.",
  "deposit.matched": "The match is decided; it is posted next where automatic posting is on.",
  "deposit.unmatched": "The match was undone, or its payments changed in the books.",
  "deposit.posted": "The Deposit is in the books.",
  "deposit.posting_failed":
    "The ledger refused the Deposit (failed), or something is missing that a user has to provide (blocked).",
  "deposit.deleted": "A user deleted the deposit, or its payout was split into several.",
  "deposit.restored": "A deleted deposit was restored.",
  "sync.finished": "A connection was synced.",
  "sync.failed": "A sync ended with an error.",
} as const;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;

export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [
  WebhookEventType,
  ...WebhookEventType[],
];

/** What a test sends, whatever the endpoint has chosen. */
export const WEBHOOK_TEST = "webhook.test";

/** Every type of event that is sent. */
export const SENT_EVENT_TYPES = [...WEBHOOK_EVENT_TYPES, WEBHOOK_TEST] as const;
export type SentEventType = (typeof SENT_EVENT_TYPES)[number];

export const MAX_WEBHOOK_ENDPOINTS = 10;
export const MAX_WEBHOOK_URL = 2_000;

/** For so long a failed delivery is retried; an endpoint that fails all that time is disabled. */
export const WEBHOOK_RETRY_DAYS = 5;
/** For so long deliveries are kept. */
export const WEBHOOK_LOG_DAYS = 30;

/** Why an endpoint is disabled: by a user; nothing arrived for days; it answered 410; its secret can't be opened. */
export const WEBHOOK_ENDS = ["paused", "failing", "gone", "unreadable"] as const;

export const WEBHOOK_DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;
