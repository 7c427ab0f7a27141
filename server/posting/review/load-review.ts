import type { PostingReview } from "@/lib/contracts/posting-review";
import { toWireDecimal } from "@/lib/money";
import { readCompanyFacts } from "@/server/connections/company-facts";
import { findLedger } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { readReady } from "./read-ready";

/** What a user reviews before anything is posted: sums of what is ready, and what else came of the payouts. */
export async function loadReview(ctx: CompanyContext): Promise<PostingReview> {
  const ledger = await findLedger(ctx);
  const closedUntil = (ledger && readCompanyFacts(ledger)?.closedUntil) ?? null;
  return db(ctx).$transaction(async (tx) => {
    const { totals, revision, ...ready } = await readReady(tx, ctx, closedUntil);
    const settings = await tx.companySettings.findUnique({
      where: { companyId: ctx.companyId },
      select: { autoPost: true },
    });
    return {
      ready: {
        ...ready,
        totals: totals.map(({ currency, amount }) => ({
          currency,
          amount: toWireDecimal(amount, currency),
        })),
      },
      ...(await countOthers(tx, ctx)),
      revision,
      auto_post: settings?.autoPost ?? false,
    };
  });
}

async function countOthers(tx: Tx, { companyId }: CompanyContext) {
  const [counts] = await tx.$queryRaw<[{ already: number; look: number }]>`
    SELECT
      (SELECT count(*) FROM postings p JOIN deposits d
          ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
        WHERE p.company_id = ${companyId}::uuid AND p.state = 'posted' AND p.adopted)::int AS already,
      (SELECT count(*) FROM deposits d WHERE d.company_id = ${companyId}::uuid AND d.deleted_at IS NULL
        AND (d.status IN ('pending', 'suggested')
          OR EXISTS (SELECT FROM postings p WHERE p.company_id = d.company_id AND p.deposit_id = d.id
            AND p.state IN ('failed', 'blocked'))
          OR (d.status = 'matched' AND EXISTS (SELECT FROM existing_deposits e
            WHERE e.company_id = d.company_id AND e.deposit_id = d.id AND e.state = 'suggested'))))::int AS look`;
  return counts;
}
