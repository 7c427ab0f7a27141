import type { Prisma } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { cancelPlanned as contract } from "@/lib/contracts/planned-payments";
import { removePlanned } from "@/server/deposits/planned-rows";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import { rematch } from "@/server/matches/rematch";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { enqueueDuePostings } from "@/server/work/postings";
import { requireUnsent } from "./require-open-lines";

/**
 * Ends a user's choice, an accepted match: its lines are open again. A deposit that was matched is pending, with its
 * other matches as suggestions. Under the company's lock; the caller has checked that the deposit isn't sent.
 * @throws ConflictError once QuickBooks may hold a part of the deposit.
 */
export async function takeBack(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  matchId: string,
): Promise<void> {
  await requireNothingCreated(tx, ctx, deposit);
  const { companyId } = ctx;
  const { id: depositId, status } = deposit;
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
      "Part of this deposit is already in QuickBooks. Undo the match to remove it.",
    );
  }
}

/**
 * Takes back what a user chose for lines of a deposit. A deposit that was matched is open again, with its other
 * matches as suggestions.
 * @throws NotFoundError; ConflictError when the deposit is posted or being posted, or QuickBooks may hold a part of
 *   it already.
 */
export async function cancelPlanned(
  ctx: CompanyContext,
  { deposit_id, payment_id, line_id }: BodyOf<typeof contract>,
): Promise<{ message: string; status: DepositStatus }> {
  const status = await withCompanyLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, deposit_id);
    await requireUnsent(tx, ctx, deposit);
    const match = await chosenMatch(tx, ctx, deposit, chosenBy(payment_id, line_id));
    await takeBack(tx, ctx, deposit, match.id);
    await recordAudit(tx, ctx, {
      action: "deposit.choice_cancelled",
      entity: "deposit",
      entityId: deposit.id,
      data: {
        lineIds: match.lines.map(({ lineId }) => lineId),
        ...(payment_id !== undefined && { paymentId: payment_id }),
      },
    });
    await rematch(tx, ctx, [deposit.id]);
    return (await requireDeposit(tx, ctx, deposit_id)).status;
  });
  await enqueueDuePostings(ctx);
  return { message: "Choice removed", status };
}

const withWhat = { lines: true } satisfies Prisma.MatchInclude;
type ChosenMatch = Prisma.MatchGetPayload<{ include: typeof withWhat }>;

/** What the choice is known by: a payment of it, or a line. */
function chosenBy(paymentId?: string, lineId?: number): Prisma.MatchWhereInput {
  if (paymentId !== undefined)
    return { payments: { some: { payment: { providerId: paymentId } } } };
  if (lineId !== undefined) return { lines: { some: { lineId } } };
  throw new UnusableInputError("Name the payment or the line whose choice is taken back.");
}

async function chosenMatch(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: depositId }: DepositWithLines,
  by: Prisma.MatchWhereInput,
): Promise<ChosenMatch> {
  const match = await tx.match.findFirst({
    where: {
      ...{ companyId, depositId, state: "accepted", origin: "manual" },
      ...by,
    },
    include: withWhat,
  });
  if (!match) throw new NotFoundError("This choice no longer exists. Reload the page.");
  return match;
}
