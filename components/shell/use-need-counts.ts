import { useQuery } from "@tanstack/react-query";
import { overviewQuery } from "@/components/companies/queries";
import { countNeeds } from "@/lib/company-needs";

/**
 * How much needs attention in each of the user's companies, by id; empty until it is known.
 * @param isShown nothing is loaded before
 */
export function useNeedCounts(isShown: boolean): ReadonlyMap<string, number> {
  const { data } = useQuery({ ...overviewQuery, enabled: isShown });
  return new Map(data?.companies.map((company) => [company.id, countNeeds(company)]));
}
