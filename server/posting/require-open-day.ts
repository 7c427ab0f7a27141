import type { CalendarDate } from "@/lib/dates";
import { LEDGER } from "@/lib/providers/list";
import { refreshCompanyFacts } from "@/server/connections/company-facts";
import { requireIntegration } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { ConflictError } from "@/server/platform/errors";
import { firstOpenDay } from "./open-day";

/**
 * The first day after the closed period, as QuickBooks says now.
 * @throws ConflictError where no period is closed; ProviderError.
 */
export async function requireOpenDay(ctx: CompanyContext): Promise<CalendarDate> {
  const { closedUntil } = await refreshCompanyFacts(ctx, await requireIntegration(ctx, LEDGER));
  if (closedUntil === null) {
    throw new ConflictError("The books are open in QuickBooks. Retry posts it on its own day.");
  }
  return firstOpenDay(closedUntil);
}
