import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { requestAutoMatch } from "./company";
import { isUnderway, lockPostings } from "./postings";

/**
 * Dates lines again by the company's time zone, and what is planned with the date of such a line; requests an automatic
 * run where that changed any. What is posted, being posted, or sent to the ledger keeps its dates, and so do lines whose
 * source says the day itself. Under the company's lock.
 */
export async function redateLines(tx: Tx, ctx: CompanyContext): Promise<void> {
  const { companyId } = ctx;
  const stale = await tx.$queryRaw<{ id: number; zone: string }[]>`
    SELECT DISTINCT d.id, zone FROM deposits d
    JOIN deposit_lines l ON l.company_id = d.company_id AND l.deposit_id = d.id
    CROSS JOIN (SELECT coalesce((SELECT time_zone FROM company_settings
      WHERE company_id = ${companyId}::uuid), ${DEFAULT_TIME_ZONE}) AS zone) of_company
    WHERE d.company_id = ${companyId}::uuid AND d.status <> 'posted'
      AND l.date <> line_day(l.raw, zone)`;
  const postings = await lockPostings(
    tx,
    ctx,
    stale.map(({ id }) => id),
  );
  const underway = new Set(postings.filter(isUnderway).map(({ depositId }) => depositId));
  const ids = stale.flatMap(({ id }) => (underway.has(id) ? [] : id));
  const [zone = ""] = stale.map((row) => row.zone);
  if (ids.length === 0) return;
  await tx.$executeRaw`
    WITH moved AS (
      SELECT p.id, min(line_day(l.raw, ${zone})) AS day
      FROM deposit_lines l
      JOIN match_lines ml ON ml.company_id = l.company_id AND ml.line_id = l.id
      JOIN match_payments mp ON mp.company_id = l.company_id AND mp.match_id = ml.match_id
      JOIN planned_payments pp ON pp.company_id = l.company_id AND pp.payment_id = mp.payment_id
      JOIN ledger_payments p ON p.company_id = l.company_id AND p.id = mp.payment_id
      WHERE l.company_id = ${companyId}::uuid AND l.deposit_id = ANY (${ids}::int[])
        AND p.state = 'planned' AND pp.sent_at IS NULL AND p.txn_date = l.date
        AND l.date <> line_day(l.raw, ${zone})
      GROUP BY p.id
    )
    UPDATE ledger_payments p SET txn_date = moved.day FROM moved
    WHERE p.company_id = ${companyId}::uuid AND p.id = moved.id`;
  await tx.$executeRaw`
    UPDATE deposit_lines SET date = line_day(raw, ${zone})
    WHERE company_id = ${companyId}::uuid AND deposit_id = ANY (${ids}::int[])
      AND date <> line_day(raw, ${zone})`;
  await tx.deposit.updateMany({
    where: { companyId, id: { in: ids } },
    data: { version: { increment: 1 } },
  });
  await recordAudit(tx, ctx, {
    action: "settings.lines_redated",
    entity: "settings",
    entityId: companyId,
    data: { timeZone: zone, deposits: ids.length },
  });
  await requestAutoMatch(tx, ctx);
}

/** Whether the company's settings were saved at or after `instant`; true without one. */
export async function settingsChangedSince(
  ctx: CompanyContext,
  instant: Date | null,
): Promise<boolean> {
  if (instant === null) return true;
  const { companyId } = ctx;
  const where = { companyId, updatedAt: { gte: instant } };
  return (await db(ctx).companySettings.count({ where })) > 0;
}
