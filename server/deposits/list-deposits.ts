import type { depositList } from "@/lib/contracts/deposits";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import { readDepositPage } from "@/server/deposits/read-deposit-page";
import type { CompanyContext } from "@/server/platform/context";
import { readCriteria } from "./criteria";

const DEFAULT_PAGE_SIZE = 50;

/**
 * The company's deposits. Without a page, all of them, as documented; with one, paged, filtered and
 * sorted in the database.
 */
export async function listDeposits(
  ctx: CompanyContext,
  query: QueryOf<typeof depositList>,
): Promise<ResponseOf<typeof depositList>> {
  const { page = 1, page_size: take = DEFAULT_PAGE_SIZE, sort = "-date", ...more } = query;
  const { totals: addUp, ...filter } = more;
  const paged = query.page !== undefined || query.page_size !== undefined;
  const { deposits, bankName, total, totals } = await readDepositPage(ctx, {
    criteria: await readCriteria(ctx, filter),
    sort,
    limit: paged ? { take, skip: (page - 1) * take } : undefined,
    totals: addUp === "yes",
  });
  return { deposits, bank_name: bankName, total, totals, page, page_size: paged ? take : total };
}
