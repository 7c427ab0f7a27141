import type { Integration } from "@/generated/prisma/client";
import { dateInZone } from "@/lib/dates";
import { dayInWords } from "@/lib/format-date";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { recordAudit } from "@/server/platform/record-audit";
import { ProviderError } from "@/server/providers/errors";
import { getProvider, providers } from "@/server/providers/registry";
import { loadDateFormat, loadTimeZone } from "@/server/work/company";
import { accessEnds, credentialStore, markExpired } from "./credentials";
import { findIntegration, providerName } from "./find";

/**
 * Of a hundred idle days; the remainder leaves time for outages of the provider or of this installation.
 */
const RENEW_DAYS_BEFORE = 60;
const BATCH_SIZE = 50;

/**
 * Connections whose access needs attention: unused for long (no daily sync), or near the end that use
 * does not postpone. Each is due at most once a day.
 */
export async function connectionsDue(): Promise<Pick<Integration, "companyId" | "provider">[]> {
  const ending = providers().flatMap(({ id, endingAccess }) => (endingAccess ? [id] : []));
  return db("jobs").$queryRaw<Pick<Integration, "companyId" | "provider">[]>`
    SELECT company_id AS "companyId", provider FROM integrations
    WHERE status = 'connected'
      AND (idle_ends_at < now() + make_interval(days => ${RENEW_DAYS_BEFORE}::int)
        OR ends_at < now() + make_interval(days => ${WARN_DAYS_BEFORE}::int)
        OR (provider::text = ANY(${ending}) AND idle_ends_at IS NULL))
      AND (kept_alive_at IS NULL OR kept_alive_at < now() - interval '1 day')
    LIMIT ${BATCH_SIZE}`;
}

/** Renews the access of one connection before its idle time ends, and warns before its final end. */
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
    data: { lastRefreshedAt: new Date() },
  });
  const store = credentialStore(ctx, integration, "bookkeeping");
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

/** Notifies once per connection. */
async function warn(ctx: CompanyContext, integration: Integration, endsAt: Date): Promise<void> {
  const name = providerName(integration.provider);
  const endsOn = dateInZone(endsAt, await loadTimeZone(ctx));
  const day = dayInWords(endsOn, await loadDateFormat(ctx));
  await db(ctx).$transaction(async (tx) => {
    const news = await notify(tx, ctx, {
      event: `access-ends:${integration.id}:${integration.connectedAt.getTime()}`,
      kind: "issue",
      title: `Reconnect ${name} before ${day}`,
      body: `Your ${name} connection expires on ${day}. Reconnect before then to avoid interruptions.`,
      link: "/integrations",
    });
    if (!news) return;
    await recordAudit(tx, ctx, {
      action: "integration.access_ending",
      entity: "integration",
      entityId: integration.id,
      data: { provider: integration.provider, endsOn },
    });
  });
}

/** Days before its end at which a connection needs attention: the overview counts it, and its company is told once. */
export const WARN_DAYS_BEFORE = 30;
