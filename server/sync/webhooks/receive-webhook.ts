import { Prisma, type SyncRun } from "@/generated/prisma/client";
import type { ProviderId } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { log } from "@/server/platform/logger";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { enqueue } from "@/server/platform/queue/enqueue";
import { providers } from "@/server/providers/registry";
import type { WebhookEvent } from "@/server/providers/types";
import { insertRun, lockRuns } from "@/server/work/start-sync";

/** A webhook request as received. */
interface Delivery {
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

/** Delay of a requested sync, because one change causes several events. */
const DEBOUNCE_SECONDS = 2;

/**
 * Stores events by their ids and requests a sync of every connected account in the new ones, in one
 * transaction. A known event requests nothing.
 * @returns how many events were new, and how many sync requests they caused.
 */
function recordEvents(
  provider: ProviderId,
  events: WebhookEvent[],
): Promise<{ fresh: number; asked: number }> {
  if (events.length === 0) return Promise.resolve({ fresh: 0, asked: 0 });
  return db("webhooks").$transaction(async (tx) => {
    const fresh = await insertNew(tx, provider, events);
    if (fresh.length === 0) return { fresh: 0, asked: 0 };
    const accounts = await accountsOf(tx, provider, fresh);
    // An existing request is early enough; during a running sync the request waits for the next one.
    const asked = await tx.$executeRaw`
      INSERT INTO sync_requests (company_id, integration_id, due_at)
      SELECT company_id, id, now() + make_interval(secs => ${DEBOUNCE_SECONDS}) FROM integrations
      WHERE provider = ${provider}::provider AND status = 'connected'
        AND external_account_id = ANY (${accounts}::text[])
      ORDER BY company_id, id
      ON CONFLICT (company_id, integration_id) DO NOTHING`;
    return { fresh: fresh.length, asked };
  });
}

/** Inserted in id order, so that two deliveries of the same events do not deadlock. */
async function insertNew(
  tx: Tx,
  provider: ProviderId,
  events: WebhookEvent[],
): Promise<(string | null)[]> {
  const rows = events.map(({ id, externalAccountId, at }) => ({ id, externalAccountId, at }));
  const kept = await tx.$queryRaw<{ account: string | null }[]>`
    INSERT INTO webhook_events (provider, event_id, external_account_id, occurred_at)
    SELECT ${provider}::provider, id, "externalAccountId", at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS input (id text, "externalAccountId" text, at timestamptz)
    ORDER BY id
    ON CONFLICT (provider, event_id) DO NOTHING
    RETURNING external_account_id AS account`;
  return kept.map(({ account }) => account);
}

/**
 * An account's own endpoint does not name the account. Where the installation has connected one account,
 * the events are its; where it has several, the setting has to name the account.
 */
async function accountsOf(
  tx: Tx,
  provider: ProviderId,
  named: (string | null)[],
): Promise<string[]> {
  const known = [...new Set(named.filter((account) => account !== null))];
  if (!named.includes(null)) return known;
  const connected = await tx.integration.findMany({
    where: { provider, status: "connected" },
    distinct: ["externalAccountId"],
    select: { externalAccountId: true },
    take: 2,
  });
  const [only, another] = connected;
  if (only && !another) return [...new Set([...known, only.externalAccountId])];
  if (another) {
    log().warn({ provider }, "event without an account; name it in front of the webhook secret");
  }
  return known;
}

/** Longer than any provider retries a delivery. */
const EVENTS_KEPT_DAYS = 14;

/** Requested syncs that can start: due, and without a run under way for the same account. */
export async function dueSyncRequests(
  atOnce: number,
): Promise<{ companyId: string; integrationId: string }[]> {
  const [due] = await queryPrepared<[{ companyId: string; integrationId: string }]>(
    "jobs",
    Prisma.sql`
    SELECT q.company_id AS "companyId", q.integration_id AS "integrationId" FROM sync_requests q
    WHERE q.due_at <= now() AND NOT EXISTS (SELECT FROM sync_runs r
      WHERE r.company_id = q.company_id AND r.integration_id = q.integration_id
        AND r.state IN ('queued', 'running'))
    ORDER BY q.due_at LIMIT ${atOnce}`,
  );
  return due;
}

/**
 * Starts a requested sync and deletes the request. Later events create a new request. An account that is
 * no longer connected is skipped.
 */
export async function startRequestedSync(
  ctx: CompanyContext,
  integrationId: string,
): Promise<void> {
  const run = await take(ctx, integrationId);
  if (run) await enqueue("sync", { companyId: ctx.companyId, runId: run.id });
}

function take(ctx: CompanyContext, integrationId: string): Promise<SyncRun | null> {
  const { companyId } = ctx;
  return db(ctx).$transaction(async (tx) => {
    // Another run has just started: the request stays for the run after it.
    if (await lockRuns(tx, ctx, integrationId)) return null;
    const taken = await tx.syncRequest.deleteMany({
      where: { companyId, integrationId, dueAt: { lte: new Date() } },
    });
    const live = await tx.integration.count({
      where: { companyId, id: integrationId, status: "connected" },
    });
    if (taken.count === 0 || live === 0) return null;
    return insertRun(tx, ctx, { integrationId, trigger: "webhook" });
  });
}

/** Deletes events that no provider delivers any more. */
export async function deleteOldEvents(): Promise<void> {
  await db("jobs").$executeRaw`DELETE FROM webhook_events
    WHERE received_at < now() - make_interval(days => ${EVENTS_KEPT_DAYS})`;
}
