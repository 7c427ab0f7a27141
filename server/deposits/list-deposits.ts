import type { depositList } from "@/lib/contracts/deposits";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import { readDepositPage } from "@/server/deposits/read-page";
import type { CompanyContext } from "@/server/platform/context";

const DEFAULT_PAGE_SIZE = 50;

/**
 * The company's deposits. Without a page, all of them, as documented; with one, paged, filtered and
 * sorted in the database.
 */
export async function listDeposits(
  ctx: CompanyContext,
  query: QueryOf<typeof depositList>,
): Promise<ResponseOf<typeof depositList>> {
  const paged = query.page !== undefined || query.page_size !== undefined;
  const page = query.page ?? 1;
  const take = query.page_size ?? DEFAULT_PAGE_SIZE;
  const { deposits, bankName, total } = await readDepositPage(ctx, {
    status: query.status === "all" ? undefined : query.status,
    search: query.q,
    from: query.from,
    to: query.to,
    sort: query.sort ?? "-date",
    limit: paged ? { take, skip: (page - 1) * take } : undefined,
  });
  return { deposits, bank_name: bankName, total, page, page_size: paged ? take : total };
}
