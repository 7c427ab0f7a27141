import { type SentEventType, WEBHOOK_TEST } from "@/lib/constants/webhooks";
import { instant, storedId } from "@/lib/contracts/common";
import { depositStatus } from "@/lib/contracts/deposits";
import { connectableProviders } from "@/lib/providers/list";
import * as z from "@/lib/zod";

/**
 * What a test event says.
 * @schema WebhookTestData
 */
const testData = z.object({ company_id: z.uuid() });

/**
 * What an event about a deposit says.
 * @schema WebhookDepositData
 */
const depositData = testData.extend({
  deposit_id: storedId,
  /** Its status after the change; it may be newer by the time the event arrives. */
  status: depositStatus,
});

/**
 * What an event about a posting that failed says.
 * @schema WebhookPostingData
 */
const postingData = depositData.extend({
  /** failed: the ledger refused it; blocked: something is missing that a user has to provide. */
  posting_state: z.enum(["failed", "blocked"]),
  /** The cause, for programs; the list of codes grows. */
  error_code: z.string().nullable(),
});

/**
 * What an event about a sync says.
 * @schema WebhookSyncData
 */
const syncData = testData.extend({
  /** The sync, to be read with `run_id` of /sync-runs/. */
  run_id: z.uuid(),
  /** The provider of its connection. */
  provider: z.enum(connectableProviders().map(({ id }) => id)),
  /** How it ended. */
  state: z.enum(["succeeded", "failed"]),
  /** The cause of a failure, for programs; the list of codes grows. Null where it succeeded. */
  error_code: z.string().nullable(),
});

/** What `data` of each event has. Triggers in the database write it, in the transaction of the change. */
const WEBHOOK_DATA = {
  "deposit.created": depositData,
  "deposit.suggested": depositData,
  "deposit.suggestion_withdrawn": depositData,
  "deposit.matched": depositData,
  "deposit.unmatched": depositData,
  "deposit.posted": depositData,
  "deposit.posting_failed": postingData,
  "deposit.deleted": depositData,
  "deposit.restored": depositData,
  "sync.finished": syncData,
  "sync.failed": syncData,
  [WEBHOOK_TEST]: testData,
} as const satisfies Record<SentEventType, z.ZodType>;

/** The body that an event is sent with. */
export function webhookBody(type: SentEventType) {
  return z.object({
    /** What happened. */
    type: z.literal(type),
    /** When it happened. */
    timestamp: instant,
    /** What it happened to. */
    data: WEBHOOK_DATA[type],
  });
}
export type WebhookBody = z.infer<ReturnType<typeof webhookBody>>;
