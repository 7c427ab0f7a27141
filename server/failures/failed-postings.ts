import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import type { FoundFailure } from "./found-failure";

/** Far more than anybody looks at; a list without a bound could fill the memory. */
const MOST = 1_000;

/** The postings that QuickBooks refused for good. Those that wait for a setting go on by themselves. */
export async function findFailedPostings(tx: Tx, ctx: CompanyContext): Promise<FoundFailure[]> {
  const postings = await tx.posting.findMany({
    where: { companyId: ctx.companyId, state: "failed" },
    orderBy: { heartbeatAt: "desc" },
    take: MOST,
  });
  return postings.map((posting) => ({
    // The number of attempts tells this failure from the next one of the same posting.
    key: `posting:${posting.id}:${posting.attempts}`,
    kind: "posting",
    title: `Deposit ${posting.depositId} could not be posted`,
    reason: posting.message,
    code: posting.errorCode ?? "internal",
    attempts: Math.max(1, posting.attempts),
    failedAt: posting.heartbeatAt ?? posting.createdAt,
    link: `/transaction/${posting.depositId}`,
    about: { kind: "posting", depositId: posting.depositId },
  }));
}
