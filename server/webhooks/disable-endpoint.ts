import type { WebhookEndpoint, WebhookEndpointEnd } from "@/generated/prisma/client";
import { WEBHOOK_RETRY_DAYS } from "@/lib/constants/webhooks";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";

/** Ends an endpoint's deliveries: those that wait count as failed, so that they can be replayed. */
export async function disableEndpoint(
  tx: Tx,
  ctx: CompanyContext,
  id: string,
  because: WebhookEndpointEnd,
): Promise<boolean> {
  const { companyId } = ctx;
  const { count } = await tx.webhookEndpoint.updateMany({
    where: { companyId, id, disabledAt: null },
    data: { disabledAt: new Date(), disabledBecause: because },
  });
  if (count === 0) return false;
  await tx.webhookDelivery.updateMany({
    where: { companyId, endpointId: id, state: "waiting" },
    data: { state: "failed" },
  });
  await recordAudit(tx, ctx, {
    action: "webhook_endpoint.disabled",
    entity: "webhook_endpoint",
    entityId: id,
    data: { because },
  });
  return true;
}

const REASONS: Record<Exclude<WebhookEndpointEnd, "paused">, string> = {
  failing: `None of its deliveries arrived for ${WEBHOOK_RETRY_DAYS} days. When it works again, enable it and replay what failed.`,
  gone: "It answered 410 Gone. Delete it, or enable it and replay what failed.",
  unreadable: "Its secret can't be opened any more. Give it a new secret, then enable it.",
};

/** Disables an endpoint that doesn't work, and tells the company's owners and admins. */
export function disableFailing(
  ctx: CompanyContext,
  { id, url }: Pick<WebhookEndpoint, "id" | "url">,
  because: keyof typeof REASONS,
): Promise<void> {
  return db(ctx).$transaction(async (tx) => {
    if (!(await disableEndpoint(tx, ctx, id, because))) return;
    const members = await tx.membership.findMany({
      where: { companyId: ctx.companyId, role: { in: ["owner", "admin"] } },
      select: { userId: true },
    });
    await notify(tx, ctx, {
      event: `webhook-disabled:${id}:${Date.now()}`,
      kind: "issue",
      title: `Webhooks to ${new URL(url).host} were disabled`,
      body: REASONS[because],
      link: "/settings?tab=webhooks",
      userIds: members.map(({ userId }) => userId),
    });
  });
}
