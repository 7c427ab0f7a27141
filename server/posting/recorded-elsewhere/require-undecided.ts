import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { isUnderway, lockPostings } from "@/server/work/lock-postings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";

/**
 * Locks a deposit's posting, so that it isn't sent while a user says where the deposit is booked.
 * @throws ConflictError when it is posted, or on its way.
 */
export async function requireUndecided(
  tx: Tx,
  ctx: CompanyContext,
  { id, status }: Pick<DepositWithLines, "id" | "status">,
): Promise<void> {
  if (status === "posted") {
    throw new ConflictError("This deposit is posted. Undo the match first.");
  }
  const postings = await lockPostings(tx, ctx, [id]);
  if (postings.some(isUnderway)) {
    throw new ConflictError("This deposit is being posted. Try again in a moment.");
  }
}
