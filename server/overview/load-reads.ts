import type { OperatorReads } from "@/lib/contracts/operator";
import { readsByCompany } from "@/server/providers/read-meter";

const MOST_COMPANIES = 500;

/** This month's QuickBooks reads by company, for the installation's operator. */
export async function loadReads(): Promise<Omit<OperatorReads, "notices">> {
  const { stoppedAt, companies, ...totals } = await readsByCompany(MOST_COMPANIES);
  return {
    ...totals,
    stopped_at: stoppedAt?.toISOString() ?? null,
    companies: companies.map(({ companyId, listsUntil, waitsUntil, ...company }) => ({
      id: companyId,
      ...company,
      lists_until: listsUntil?.toISOString() ?? null,
      waits_until: waitsUntil?.toISOString() ?? null,
    })),
  };
}
