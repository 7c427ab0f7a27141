import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { queue } from "@/lib/contracts/queue";
import { QUEUE_GROUPS } from "@/lib/contracts/values/queue";
import { groupBy } from "@/lib/group-by";
import { bankNames } from "@/server/deposits/columns";
import { toDepositView } from "@/server/deposits/deposit-view";
import { matchedLineIds, toStoredDeposit } from "@/server/deposits/read-deposit-parts";
import type { CompanyContext } from "@/server/platform/context";
import { currencySums } from "./load-dashboard-status";
import { readQueue } from "./read-queue";

/** What waits for a user, the most urgent group first: how much it is, and its oldest deposits. */
export async function loadQueue(
  ctx: CompanyContext,
  { limit }: QueryOf<typeof queue>,
): Promise<ResponseOf<typeof queue>> {
  const { booksSettings, sums, deposits, lines } = await readQueue(ctx, limit);
  const bankOf = bankNames(booksSettings);
  const linesOf = groupBy(lines, ({ depositId }) => depositId);
  return {
    groups: QUEUE_GROUPS.map((group) => {
      const ofGroup = sums.filter(({ queueGroup }) => queueGroup === group);
      const shown = deposits.filter(({ queueGroup }) => queueGroup === group).slice(0, limit);
      return {
        group,
        count: ofGroup.reduce((total, { deposits }) => total + deposits, 0),
        sums: currencySums(ofGroup),
        deposits: shown.map(({ queueGroup: _, ...row }) => {
          const own = linesOf.get(row.id) ?? [];
          return toDepositView(toStoredDeposit(row, own), {
            bankOf,
            matchedLineIds: matchedLineIds(own),
          });
        }),
      };
    }),
  };
}
