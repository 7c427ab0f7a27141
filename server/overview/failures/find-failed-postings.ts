import { depositTitle } from "@/server/deposits/deposit-title";
import { homeCurrency } from "@/server/connections/home-currency";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { FoundFailure } from "./found-failure";

/** Far more than anybody looks at; a list without a bound could fill the memory. */
const MAX_LISTED = 1_000;

/** The postings that QuickBooks has refused. Blocked postings continue once their setting exists. */
export async function findFailedPostings(tx: Tx, ctx: CompanyContext): Promise<FoundFailure[]> {
  const postings = await tx.posting.findMany({
    where: { companyId: ctx.companyId, state: "failed" },
    include: { deposit: { include: { integration: { select: { provider: true } } } } },
    orderBy: { heartbeatAt: "desc" },
    take: MAX_LISTED,
  });
  if (postings.length === 0) return [];
  const home = await homeCurrency(ctx, tx);
  return postings.map((posting) => ({
    // The number of attempts distinguishes this failure from a later one of the same posting.
    key: `posting:${posting.id}:${posting.attempts}`,
    kind: "posting",
    title: `${depositTitle(posting.deposit, home)} couldn't be posted`,
    reason: posting.message,
    code: posting.errorCode ?? "internal",
    attempts: Math.max(1, posting.attempts),
    failedAt: posting.heartbeatAt ?? posting.createdAt,
    link: `/transaction/${posting.depositId}`,
    about: { kind: "posting", depositId: posting.depositId },
  }));
}
