import type { ProviderId } from "@/lib/providers/list";
import { db, type Tx } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import type { WebhookEvent } from "@/server/providers/types";

/** Delay of a requested sync, because one change causes several events. */
const DEBOUNCE_SECONDS = 2;

/**
 * Stores events by their ids and requests a sync of every connected account in the new ones, in one
 * transaction. A known event requests nothing.
 * @returns how many events were new, and how many sync requests they caused.
 */
export function recordEvents(
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
