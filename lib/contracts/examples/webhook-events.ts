import type { SentEventType } from "@/lib/constants/webhooks";
import type { WebhookBody } from "@/lib/contracts/webhook-events";

const company_id = "8b1f0f3e-5f0c-4c7e-9a51-0d3c6b9be2a4";
const run_id = "3f0b7c52-9a1d-4e86-8c47-2b6d5e9f1a03";
const pending = { company_id, deposit_id: 118, status: "pending" } as const;
const suggested = { ...pending, status: "suggested" } as const;
const matched = { ...pending, status: "matched" } as const;

const DATA: Readonly<Record<SentEventType, WebhookBody["data"]>> = {
  "deposit.created": pending,
  "deposit.suggested": suggested,
  "deposit.suggestion_withdrawn": pending,
  "deposit.matched": matched,
  "deposit.unmatched": pending,
  "deposit.posted": { ...matched, status: "posted" },
  "deposit.posting_failed": { ...matched, posting_state: "failed", error_code: "closed_books" },
  "deposit.deleted": pending,
  "deposit.restored": pending,
  "sync.finished": {
    ...{ company_id, run_id, provider: "stripe", state: "succeeded", error_code: null },
  },
  "sync.failed": {
    ...{ company_id, run_id, provider: "stripe", state: "failed" },
    error_code: "provider_unavailable",
  },
  "webhook.test": { company_id },
};

/** The body of each event. */
export const eventExamples = Object.fromEntries(
  Object.entries(DATA).map(([type, data]) => [
    type,
    { type, timestamp: "2026-11-03T04:00:12.000Z", data },
  ]),
);
