import type { Integration } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { accessEnds, credentialStore } from "@/server/integrations/credential-store";
import { findIntegration, providerName } from "@/server/integrations/find";
import { markExpired } from "@/server/integrations/mark-expired";
import { log } from "@/server/logger";
import { notify } from "@/server/notifications/notify";
import { ProviderError } from "@/server/providers/errors";
import { getProvider } from "@/server/providers/registry";

/** Of a hundred idle days; what is left is for a provider that is away, and for us. */
const RENEW_DAYS_BEFORE = 60;
const WARN_DAYS_BEFORE = 30;
const AT_ONCE = 50;

/**
 * Connections whose access has to be looked after: not used for long (no daily sync), or near the end that
 * use does not put off. Each is due once a day at most.
 */
export async function connectionsDue(): Promise<Pick<Integration, "companyId" | "provider">[]> {
  return db("jobs").$queryRaw<Pick<Integration, "companyId" | "provider">[]>`
    SELECT company_id AS "companyId", provider FROM integrations
    WHERE status = 'connected'
      AND (idle_ends_at < now() + make_interval(days => ${RENEW_DAYS_BEFORE}::int)
        OR ends_at < now() + make_interval(days => ${WARN_DAYS_BEFORE}::int)
        OR (provider = 'quickbooks' AND idle_ends_at IS NULL))
      AND (kept_alive_at IS NULL OR kept_alive_at < now() - interval '1 day')
    LIMIT ${AT_ONCE}`;
}

/** Renews the access of one connection before its idle time is over, and warns before its last day. */
export async function keepAlive(
  ctx: CompanyContext,
  provider: Integration["provider"],
): Promise<void> {
  const integration = await findIntegration(ctx, provider);
  const access = getProvider(provider).endingAccess;
  if (integration?.status !== "connected" || !access) return;
  const key = { companyId: integration.companyId, id: integration.id };
  await db(ctx).integration.update({
    where: { companyId_id: key },
    data: { keptAliveAt: new Date() },
  });
  const store = credentialStore(ctx, integration);
  try {
    if (isIdle(integration)) await access.keepAlive(store);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log().warn({ provider, integrationId: integration.id, error }, "could not renew the access");
    if (error.failure === "unauthorized") return markExpired(ctx, integration);
  }
  const { endsAt } = accessEnds(provider, await store.current());
  if (endsAt && endsAt.getTime() < daysAhead(WARN_DAYS_BEFORE))
    await warn(ctx, integration, endsAt);
}

function isIdle({ idleEndsAt }: Integration): boolean {
  return idleEndsAt === null || idleEndsAt.getTime() < daysAhead(RENEW_DAYS_BEFORE);
}

function daysAhead(days: number): number {
  return Date.now() + days * 86_400_000;
}

/** Said once per connection. */
async function warn(ctx: CompanyContext, integration: Integration, endsAt: Date): Promise<void> {
  const name = providerName(integration.provider);
  const day = endsAt.toISOString().slice(0, 10);
  await db(ctx).$transaction(async (tx) => {
    const news = await notify(tx, ctx, {
      event: `access-ends:${integration.id}:${integration.connectedAt.getTime()}`,
      kind: "issue",
      title: `Connect ${name} again before ${day}`,
      body: `${name} ends every connection after some years. Connect it again before ${day}, and nothing stops.`,
      link: "/integrations",
    });
    if (!news) return;
    await recordAudit(tx, ctx, {
      action: "integration.access_ending",
      entity: "integration",
      entityId: integration.id,
      data: { provider: integration.provider, endsOn: day },
    });
  });
}
