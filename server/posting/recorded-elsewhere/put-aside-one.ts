import { recordAudit } from "@/server/platform/record-audit";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { releaseMatches } from "@/server/matches/release-matches";
import { forgetSuggestions } from "./suggestions";

/**
 * Takes a deposit out of the work because it is booked elsewhere: its match is released, nothing is sent. Under the
 * company's lock, with its posting locked.
 * @param where `note`: the user's; `quickbooksId`: the Deposit that has it, where it is known.
 */
export async function putAsideOne(
  tx: Tx,
  ctx: CompanyContext,
  { id: depositId }: Pick<DepositWithLines, "id">,
  { note, quickbooksId = null }: { note: string; quickbooksId?: string | null },
): Promise<void> {
  const { companyId } = ctx;
  await releaseMatches(tx, ctx, [depositId], "go");
  await tx.posting.create({
    data: {
      ...{
        companyId,
        depositId,
        state: "posted",
        adopted: true,
        quickbooksDepositId: quickbooksId,
      },
      message: note === "" ? "Booked elsewhere." : `Booked elsewhere: ${note}`,
      postedAt: new Date(),
    },
  });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: depositId } },
    data: { status: "posted", quickbooksId, putAsideNote: note, version: { increment: 1 } },
  });
  await forgetSuggestions(tx, ctx, {
    depositId,
    ...(quickbooksId !== null && { quickbooksDepositId: quickbooksId }),
  });
  await recordAudit(tx, ctx, {
    action: "deposit.put_aside",
    entity: "deposit",
    entityId: depositId,
    data: { message: note, ...(quickbooksId !== null && { quickbooksId }) },
  });
}
