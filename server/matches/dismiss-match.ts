import type { DepositStatus } from "@/lib/contracts/deposits";
import { recordAudit } from "@/server/platform/record-audit";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { requireDeposit } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { requireSuggested } from "./require-suggested";

/**
 * Dismisses what the engine suggested for a deposit. Only the doubtful pairs are dismissed for ever; the
 * sure ones of the same deposit may come back with another answer to the doubtful ones.
 * @throws NotFoundError, ConflictError.
 */
export async function dismissMatch(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  await withCompanyLock(ctx, async (tx) => {
    await dismissSuggested(tx, ctx, await requireDeposit(tx, ctx, input.deposit_id));
  });
  return { message: "Suggestion dismissed", status: "pending" };
}

/** The part of {@link dismissMatch} inside the matching lock. What it throws it throws before it writes. */
export async function dismissSuggested(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
): Promise<void> {
  requireSuggested(deposit);
  const { companyId } = ctx;
  const proposed = { companyId, depositId: deposit.id, state: "proposed" as const };
  // One time for all: undoing the dismissal finds by it what belonged together.
  const decided = { live: false, decidedBy: ctx.userId, decidedAt: new Date() };
  await tx.match.updateMany({
    where: { ...proposed, origin: "suggestion" },
    data: { ...decided, state: "dismissed" },
  });
  await tx.match.updateMany({ where: proposed, data: { ...decided, state: "superseded" } });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: { status: "pending", version: { increment: 1 } },
  });
  await recordAudit(tx, ctx, {
    action: "deposit.dismissed",
    entity: "deposit",
    entityId: deposit.id,
  });
}
