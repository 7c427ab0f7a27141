import type { StartDates } from "@/lib/contracts/integrations";
import { addDays, dateInZone, dateText } from "@/lib/dates";
import { connectable } from "@/lib/providers/list";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { readCompanyFacts } from "@/server/integrations/company-facts";
import { findLedger } from "@/server/integrations/find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/** From which payout date on each source is imported, and the day to offer for a new one. */
export async function loadStartDates(ctx: CompanyContext): Promise<StartDates> {
  const { companyId } = ctx;
  const rows = await db(ctx).integration.findMany({
    where: { companyId, status: { not: "disconnected" } },
    orderBy: { connectedAt: "asc" },
  });
  const settings = await db(ctx).companySettings.findUnique({ where: { companyId } });
  const today = dateInZone(new Date(), settings?.timeZone ?? DEFAULT_TIME_ZONE);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const ledger = await findLedger(ctx);
  const closedUntil = (ledger && readCompanyFacts(ledger)?.closedUntil) ?? null;
  const firstOpen = closedUntil === null ? firstOfMonth : addDays(closedUntil, 1);
  return {
    sources: rows.flatMap(({ provider, importFrom }) => {
      const { role, wire, name } = connectable(provider);
      if (role !== "source") return [];
      return { integration_type: wire, name, start_date: importFrom && dateText(importFrom) };
    }),
    suggested: firstOpen > firstOfMonth ? firstOpen : firstOfMonth,
    closed_until: closedUntil,
  };
}
