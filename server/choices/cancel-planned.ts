import type { Prisma } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { cancelPlanned as contract } from "@/lib/contracts/planned-payments";
import { recordAudit } from "@/server/audit/record-audit";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { removePlanned } from "@/server/deposits/remove-planned";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { enqueueDuePostings } from "@/server/outbox/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { decideAgain } from "@/server/suggestions/decide-again";
import { requireUnsent } from "./require-open-lines";

/**
 * Takes back what a user chose for lines of a deposit. A deposit that was matched is open again, with its other
 * matches as suggestions.
 * @throws NotFoundError; ConflictError when the deposit is posted or being posted, or QuickBooks may hold a part of
 *   it already.
 */
export async function cancelPlanned(
  ctx: CompanyContext,
  { deposit_id, payment_id }: BodyOf<typeof contract>,
): Promise<{ message: string; status: DepositStatus }> {
  const status = await withCompanyLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, deposit_id);
    await requireUnsent(tx, ctx, deposit);
    const match = await chosenMatch(tx, ctx, deposit, payment_id);
    await requireNothingCreated(tx, ctx, deposit);
    await takeBack(tx, ctx, deposit, match);
    await recordAudit(tx, ctx, {
      action: "deposit.choice_cancelled",
      entity: "deposit",
      entityId: deposit.id,
      data: { lineIds: match.lines.map(({ lineId }) => lineId), paymentId: payment_id },
    });
    await decideAgain(tx, ctx, [deposit.id]);
    return (await requireDeposit(tx, ctx, deposit_id)).status;
  });
  await enqueueDuePostings(ctx);
  return { message: "Choice taken back", status };
}

const withWhat = { lines: true } satisfies Prisma.MatchInclude;
type ChosenMatch = Prisma.MatchGetPayload<{ include: typeof withWhat }>;

async function chosenMatch(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: depositId }: DepositWithLines,
  providerId: string,
): Promise<ChosenMatch> {
  const match = await tx.match.findFirst({
    where: {
      ...{ companyId, depositId, state: "accepted", origin: "manual" },
      payments: { some: { payment: { providerId } } },
    },
    include: withWhat,
  });
  if (!match) throw new NotFoundError("This choice no longer exists. Reload the page.");
  return match;
}

/** Once a posting has begun to create payments, only an undo knows how to remove them. */
async function requireNothingCreated(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: depositId }: DepositWithLines,
): Promise<void> {
  const sent = await tx.plannedPayment.count({
    where: { companyId, depositId, removedAt: null, NOT: { sentAt: null } },
  });
  if (sent > 0) {
    throw new ConflictError(
      "QuickBooks already has a part of this deposit. Undo the match to remove it.",
    );
  }
}

async function takeBack(
  tx: Tx,
  ctx: CompanyContext,
  { id: depositId, status }: DepositWithLines,
  { id: matchId }: ChosenMatch,
): Promise<void> {
  const { companyId } = ctx;
  await tx.match.update({
    where: { companyId_id: { companyId, id: matchId } },
    data: { state: "undone", live: false, decidedBy: ctx.userId, decidedAt: new Date() },
  });
  await removePlanned(tx, ctx, [depositId]);
  if (status === "matched") {
    await tx.posting.updateMany({
      where: { companyId, depositId, NOT: { state: "undone" } },
      data: { state: "undone", undoneAt: new Date() },
    });
    await tx.match.updateMany({
      where: { companyId, depositId, state: "accepted", NOT: { origin: "manual" } },
      data: { state: "proposed", decidedBy: null, decidedAt: null },
    });
  }
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: depositId } },
    data: { version: { increment: 1 }, ...(status === "matched" && { status: "pending" }) },
  });
}
