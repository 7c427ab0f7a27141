import { COMPANY_PARAMETER } from "@/lib/contracts/values/company-header";

/**
 * A mail's link to a page of a company: the reader may have several, and a tab of another one open.
 * @param path inside the product, with or without a query
 */
export function companyLink(path: string, companyId: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${COMPANY_PARAMETER}=${companyId}`;
}
