import type { companiesOverview } from "@/lib/contracts/companies-overview";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import { loadNeeds } from "@/server/overview/load-needs";
import type { SessionContext } from "@/server/platform/context";
import { byNeed } from "./by-need";
import { listCompanies } from "./list-companies";

/** The user's companies, the most urgent first. */
export async function loadOverview(
  ctx: SessionContext,
): Promise<ResponseOf<typeof companiesOverview>> {
  const { companies: own } = await listCompanies(ctx);
  const byId = new Map(own.map((company) => [company.id, company]));
  const needs = await loadNeeds(ctx, [...byId.keys()]);
  const companies = needs.flatMap((each) => {
    const company = byId.get(each.id);
    return company ? [{ ...each, ...company }] : [];
  });
  return { companies: companies.sort(byNeed) };
}
