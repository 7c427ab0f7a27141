import type { Integration } from "@/generated/prisma/client";
import { sourceProviders } from "@/lib/providers/list";
import { suggestStartDate } from "./suggest-start-date";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * From which payout date on a source that is connected without a start date may be posted without a review; null for
 * a company's first, where the company's own setting says it.
 */
export async function firstPostedDay(
  tx: Tx,
  ctx: CompanyContext,
  account: Pick<Integration, "provider" | "externalAccountId">,
): Promise<Date | null> {
  const sources = sourceProviders().map(({ id }) => id);
  const { provider, externalAccountId } = account;
  // Be it disconnected by now: its payouts were posted, too.
  const others = await tx.integration.count({
    where: {
      ...{ companyId: ctx.companyId, provider: { in: sources } },
      NOT: { provider, externalAccountId },
    },
  });
  return others === 0 ? null : new Date((await suggestStartDate(ctx, tx)).suggested);
}
