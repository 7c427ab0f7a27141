import { recordAudit } from "@/server/platform/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { aboutLine } from "./about-line";

/**
 * Withdraws an open question: its link stops working, also in a mail that is still on its way.
 * @throws NotFoundError; ConflictError when it is answered or no longer open.
 */
export async function revokeQuestion(
  ctx: CompanyContext,
  { question_id: id }: { question_id: number },
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    const question = await tx.lineQuestion.findUnique({
      where: { companyId_id: { companyId, id } },
      include: { line: true },
    });
    if (!question) throw new NotFoundError("This question doesn't exist.");
    const { count } = await tx.lineQuestion.updateMany({
      where: { companyId, id, state: "open" },
      data: { state: "revoked", tokenHash: null, closedAt: new Date() },
    });
    if (count === 0) {
      throw new ConflictError("This question is no longer open. Reload the page.");
    }
    await recordAudit(tx, ctx, {
      action: "deposit.question_revoked",
      entity: "deposit",
      entityId: question.depositId,
      data: {
        lineIds: [question.lineId],
        email: question.email,
        about: aboutLine(question.line),
      },
    });
  });
  return { message: "Question withdrawn" };
}
