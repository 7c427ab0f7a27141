import type { Deposit } from "@/generated/prisma/client";
import { DIFFERENCE } from "@/lib/payout-difference";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { ClaimedRun } from "./claim-run";

export type KnownPayout = Pick<
  Deposit,
  "payoutStatus" | "reversedBy" | "traceId" | "bankCurrency"
> & {
  hasDifference: boolean;
};
export type KnownPayouts = ReadonlyMap<string, KnownPayout>;

/** A connection's stored payouts by the provider's ids, deleted ones too. */
export async function knownPayouts(
  ctx: CompanyContext,
  integrationId: string,
): Promise<KnownPayouts> {
  const { companyId } = ctx;
  const rows = await db(ctx).deposit.findMany({
    where: { companyId, integrationId },
    select: {
      ...{ providerId: true, payoutStatus: true, reversedBy: true },
      ...{ traceId: true, bankCurrency: true },
    },
  });
  const differing = await db(ctx).$queryRaw<{ id: string }[]>`
    SELECT d.provider_id AS id FROM deposits d
    JOIN deposit_lines l ON l.company_id = d.company_id AND l.deposit_id = d.id
      AND l.provider_id = d.provider_id || '-difference' AND l.provider_kind = ${DIFFERENCE}
    WHERE d.company_id = ${companyId}::uuid AND d.integration_id = ${integrationId}::uuid
      AND d.status IN ('pending', 'suggested') AND d.deleted_at IS NULL`;
  const ids = new Set(differing.map(({ id }) => id));
  return new Map(
    rows.map(({ providerId, ...row }) => [
      providerId,
      { ...row, hasDifference: ids.has(providerId) },
    ]),
  );
}

/** Ids of payouts that other connections with the same provider have stored: they would be posted twice. */
export async function payoutsElsewhere(
  ctx: CompanyContext,
  { integrationId, integration: { provider } }: ClaimedRun,
): Promise<ReadonlySet<string>> {
  const rows = await db(ctx).deposit.findMany({
    where: {
      ...{ companyId: ctx.companyId, integrationId: { not: integrationId } },
      integration: { provider },
    },
    select: { providerId: true },
  });
  return new Set(rows.map(({ providerId }) => providerId));
}
