import type { StartDates } from "@/lib/contracts/integrations";
import { dateText } from "@/lib/dates";
import { connectable } from "@/lib/providers/list";
import { suggestStartDate } from "./suggest-start-date";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/** From which payout date on each source is imported, and the day to offer for a new one. */
export async function loadStartDates(ctx: CompanyContext): Promise<StartDates> {
  const { companyId } = ctx;
  const rows = await db(ctx).integration.findMany({
    where: { companyId, status: { not: "disconnected" } },
    orderBy: { connectedAt: "asc" },
  });
  const { suggested, closedUntil } = await suggestStartDate(ctx);
  return {
    sources: rows.flatMap(({ provider, importFrom }) => {
      const { role, wire, name } = connectable(provider);
      if (role !== "source") return [];
      return { integration_type: wire, name, start_date: importFrom && dateText(importFrom) };
    }),
    suggested,
    closed_until: closedUntil,
  };
}
