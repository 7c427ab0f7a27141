import { dateText } from "@/lib/dates";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { wireDateFormat } from "@/server/work/company-settings";
import { dependsOnFormat, parseSearch, type SearchTerm } from "../search";

/** What a company's search looks for; undefined when nothing is. Its date format is read only where it matters. */
export async function readSearch(
  ctx: CompanyContext,
  typed: string | undefined,
  tx: Tx = db(ctx),
): Promise<SearchTerm[] | undefined> {
  if (typed === undefined) return undefined;
  const { companyId } = ctx;
  const settings = dependsOnFormat(typed)
    ? await tx.companySettings.findUnique({ where: { companyId } })
    : null;
  const format = wireDateFormat(settings?.dateFormat);
  const terms = parseSearch(typed, { format, today: dateText(new Date()) });
  return terms.length > 0 ? terms : undefined;
}
