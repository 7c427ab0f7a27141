import type { CompanyMonth } from "@/lib/contracts/companies-overview";
import { formatCount } from "@/lib/format";
import { formatMonth } from "@/lib/format-date";

/** How far a month is: "Oct ✓", "Nov 3 open", or "Oct –" without payouts. */
export function monthText({ first_day, deposits, open }: CompanyMonth): string {
  const month = formatMonth(first_day);
  if (deposits === 0) return `${month} –`;
  return open === 0 ? `${month} ✓` : `${month} ${formatCount(open)} open`;
}
