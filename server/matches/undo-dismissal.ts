import type { DepositStatus } from "@/lib/contracts/deposits";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { freePayment } from "./load-open-rows";

/**
 * Undoes the last dismissal of a deposit: its pairs may be proposed again. The suggestion is restored as it
 * was, unless its lines or payments have been matched otherwise since; then the engine decides.
 * @throws NotFoundError, ConflictError when nothing was dismissed.
 */
export async function undoDismissal(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  const status = await withCompanyLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    const dismissed = await lastDismissed(tx, ctx, deposit.id);
    const restored =
      deposit.status === "pending" && (await areFree(tx, ctx, deposit.id, dismissed));
    if (restored) await restore(tx, ctx, deposit, dismissed);
    else await forget(tx, ctx, dismissed);
    await recordAudit(tx, ctx, {
      action: "deposit.dismissal_undone",
      entity: "deposit",
      entityId: deposit.id,
      data: { restored },
    });
    return restored ? "suggested" : deposit.status;
  });
  return {
    message:
      status === "suggested"
        ? "Dismissal undone"
        : "Dismissal undone. Your books have changed since, so Auto Match will look for a new match.",
    status,
  };
}

/** The matches that one dismissal put away together; the sure ones among them were never refused. */
async function lastDismissed(tx: Tx, ctx: CompanyContext, depositId: number): Promise<string[]> {
  const of = { companyId: ctx.companyId, depositId };
  const last = await tx.match.findFirst({
    where: { ...of, state: "dismissed" },
    orderBy: { decidedAt: "desc" },
  });
  if (!last) {
    throw new ConflictError(
      "No suggestion was dismissed for this deposit, so there's nothing to undo.",
    );
  }
  const together = await tx.match.findMany({
    where: { ...of, state: { in: ["dismissed", "superseded"] }, decidedAt: last.decidedAt },
    select: { id: true },
  });
  return together.map(({ id }) => id);
}

/**
 * Whether the payments are still open and no other deposit uses them, or is proposed to, and nobody has decided
 * about the lines meanwhile.
 */
async function areFree(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
  matchIds: string[],
): Promise<boolean> {
  const { companyId } = ctx;
  const payments = { companyId, matchedPayments: { some: { matchId: { in: matchIds } } } };
  const taken = await tx.ledgerPayment.count({
    where: {
      ...payments,
      OR: [
        { NOT: freePayment },
        { matchedPayments: { some: { live: true, match: { NOT: { depositId } } } } },
      ],
    },
  });
  const decided = await tx.matchLine.count({
    where: {
      companyId,
      live: true,
      match: { state: "accepted" },
      line: { matchedLines: { some: { matchId: { in: matchIds } } } },
    },
  });
  return taken === 0 && decided === 0;
}

async function restore(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  matchIds: string[],
): Promise<void> {
  const { companyId } = ctx;
  await tx.match.deleteMany({ where: { companyId, depositId: deposit.id, state: "proposed" } });
  await tx.match.updateMany({
    where: { companyId, id: { in: matchIds } },
    data: { state: "proposed", live: true, decidedBy: null, decidedAt: null },
  });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: { status: "suggested", version: { increment: 1 } },
  });
}

/** No longer refused, and no longer anything else. */
async function forget(tx: Tx, ctx: CompanyContext, matchIds: string[]): Promise<void> {
  await tx.match.updateMany({
    where: { companyId: ctx.companyId, id: { in: matchIds } },
    data: { state: "superseded" },
  });
}
