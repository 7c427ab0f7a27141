import { isUnconnected, type NeedCounts, needsAttention } from "@/lib/company-needs";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";

/** What a company can need, as the filter names it. */
export const NEEDS = [
  { value: "all", label: "All companies" },
  { value: "any", label: "Needs attention" },
  { value: "suggested", label: "Has suggestions" },
  { value: "to_decide", label: "Has deposits to decide" },
  { value: "not_posted", label: "Not posted" },
  { value: "ending", label: "Connection ends" },
  { value: "unconnected", label: "Not connected" },
] as const satisfies { value: "all" | "any" | "unconnected" | keyof NeedCounts; label: string }[];
export type Need = (typeof NEEDS)[number]["value"];

/** The companies whose name contains `name`, without regard to case, and that have the need. */
export function filterCompanies(
  companies: readonly CompanyNeeds[],
  { name, need }: { name: string; need: Need },
): CompanyNeeds[] {
  const wanted = name.trim().toLowerCase();
  return companies.filter(
    (company) => company.name.toLowerCase().includes(wanted) && hasNeed(company, need),
  );
}

function hasNeed(company: CompanyNeeds, need: Need): boolean {
  if (need === "all") return true;
  if (need === "unconnected") return isUnconnected(company);
  return need === "any" ? needsAttention(company) : company[need] > 0;
}
