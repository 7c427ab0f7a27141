import { addDays, type CalendarDate, dateInZone } from "@/lib/dates";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { readCompanyFacts } from "./company-facts";
import { findLedger } from "./find";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";

/**
 * From when on a new source is to be imported unless somebody says otherwise: the first day of the month, or of the
 * open period of the books where that is later.
 */
export async function suggestStartDate(
  ctx: CompanyContext,
  tx: Tx = db(ctx),
): Promise<{ suggested: CalendarDate; closedUntil: CalendarDate | null }> {
  const { companyId } = ctx;
  const settings = await tx.companySettings.findUnique({ where: { companyId } });
  const today = dateInZone(new Date(), settings?.timeZone ?? DEFAULT_TIME_ZONE);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const ledger = await findLedger(ctx, tx);
  const closedUntil = (ledger && readCompanyFacts(ledger)?.closedUntil) ?? null;
  const firstOpen = closedUntil === null ? firstOfMonth : addDays(closedUntil, 1);
  return { suggested: firstOpen > firstOfMonth ? firstOpen : firstOfMonth, closedUntil };
}
