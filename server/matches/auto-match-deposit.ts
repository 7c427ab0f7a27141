import type { DepositStatus } from "@/lib/contracts/deposits";
import { DEPOSIT_NOT_FOUND } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { enqueueDuePostings } from "@/server/work/postings";
import { decide } from "./decide";

/**
 * Lets the engine match one deposit. It weighs all open deposits against each other, so that a payment
 * which fits another one better is left alone, but only this deposit changes.
 * @throws NotFoundError, or ConflictError when the deposit is posted.
 */
export async function autoMatchDeposit(
  ctx: CompanyContext,
  { deposit_id: id }: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  let status = await requireMatchable(ctx, id);
  if (status !== "matched") {
    status = await decide(ctx, new Set([id]), async (tx, apply) => {
      const [plan] = await apply();
      // Without a plan it is open no more.
      return plan?.status ?? (await stateOf(tx, ctx, id)).status;
    });
  }
  await enqueueDuePostings(ctx);
  return { message: "Auto-match completed successfully", status };
}

/**
 * @returns the deposit's status: a matched one needs no engine
 * @throws NotFoundError, or ConflictError when the deposit is posted or has not reached the bank.
 */
export async function requireMatchable(ctx: CompanyContext, id: number): Promise<DepositStatus> {
  const { status, payoutStatus } = await stateOf(db(ctx), ctx, id);
  if (status === "posted") {
    throw new ConflictError("already_posted", "This deposit is posted. Undo the match first.");
  }
  if (status !== "matched" && payoutStatus !== "paid") {
    throw new ConflictError(
      "payout_in_transit",
      "This payout is in transit. It can be matched once it's paid.",
    );
  }
  return status;
}

async function stateOf(tx: Tx, { companyId }: CompanyContext, id: number) {
  const deposit = await tx.deposit.findUnique({
    where: { companyId_id: { companyId, id }, deletedAt: null },
    select: { status: true, payoutStatus: true },
  });
  if (!deposit) throw new NotFoundError(DEPOSIT_NOT_FOUND);
  return deposit;
}
