import type { CompanyFacts } from "@/server/providers/ledger";

/** Outside the United States, lines have tax codes of the company's own. */
export function isAbroad({ country }: Pick<CompanyFacts, "country">): boolean {
  return country !== "" && country !== "US";
}
