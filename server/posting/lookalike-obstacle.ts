import type { Integration } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import { dayInWords } from "@/lib/format-date";
import { findLookalike } from "@/server/posting/recorded-elsewhere/find-lookalike";
import type { CompanyContext } from "@/server/platform/context";
import type { DepositDraft, LedgerDeposit } from "@/server/providers/ledger";
import type { ClaimedPosting } from "./claim-posting";

/**
 * Why a Deposit isn't created yet: QuickBooks may have this payout already, deposited by hand. A user says whether
 * it does. Null when nothing looks like it.
 * @param look.nearby the Deposits of about these days.
 */
export async function lookalikeObstacle(
  ctx: CompanyContext,
  { deposit }: ClaimedPosting,
  look: { integration: Integration; draft: DepositDraft; nearby: LedgerDeposit[] },
): Promise<string | null> {
  const { integration, ...books } = look;
  const alike = await findLookalike(ctx, integration, {
    ...{ depositId: deposit.id, date: dateText(deposit.txnDate), ...books },
  });
  if (!alike) return null;
  return `QuickBooks may have this payout already: Deposit ${alike.id} of ${dayInWords(alike.date)} has the same total. Link to it, or say that it isn't this payout.`;
}
