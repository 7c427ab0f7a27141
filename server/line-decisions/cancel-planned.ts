import type { Prisma } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { cancelPlanned as contract } from "@/lib/contracts/planned-payments";
import { recordAudit } from "@/server/platform/record-audit";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { enqueueDuePostings } from "@/server/work/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { decideAgain } from "@/server/matches/decide-again";
import { requireUnsent } from "./require-open-lines";
import { takeBack } from "./take-back";

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
    await decideAgain(tx, ctx, [deposit.id]);
    return (await requireDeposit(tx, ctx, deposit_id)).status;
  });
  await enqueueDuePostings(ctx);
  return { message: "Choice taken back", status };
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
