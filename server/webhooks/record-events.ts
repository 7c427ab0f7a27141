import type { Provider } from "@/generated/prisma/client";
import { db, type Tx } from "@/server/db";
import { log } from "@/server/logger";
import type { WebhookEvent } from "@/server/providers/types";

/** What happens together is told by several events: one sync reads it all. */
const DEBOUNCE_SECONDS = 2;

/**
 * Keeps events by their ids, and asks for a sync of every connected account that the new ones are about,
 * in one transaction. What was kept before asks for nothing.
 * @returns how many were new, and how many syncs are now waiting because of them.
 */
export function recordEvents(
  provider: Provider,
  events: WebhookEvent[],
): Promise<{ fresh: number; asked: number }> {
  if (events.length === 0) return Promise.resolve({ fresh: 0, asked: 0 });
  return db("webhooks").$transaction(async (tx) => {
    const fresh = await insertNew(tx, provider, events);
    if (fresh.length === 0) return { fresh: 0, asked: 0 };
    const accounts = await accountsOf(tx, provider, fresh);
    // A request that waits already is early enough. One whose sync is under way waits for the next.
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

/** In the order of their ids, so that two deliveries of the same events do not wait for each other. */
async function insertNew(
  tx: Tx,
  provider: Provider,
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
 * An account's own endpoint does not say whose events it sends. Where the installation has connected one
 * account, they are its; where it has several, the setting has to name the account, and nothing is guessed.
 */
async function accountsOf(tx: Tx, provider: Provider, named: (string | null)[]): Promise<string[]> {
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
