import { recordAudit } from "@/server/platform/record-audit";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext, RequestContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { aboutLine } from "./about-line";
import { type ClosedQuestion, closeByLink } from "./close-by-link";

/**
 * Puts the answer of a link's holder on the line and into the deposit's history, once, and notifies the user who
 * asked. The deposit stays as it is: what becomes of the line is the company's decision.
 * @throws NotFoundError; RateLimitedError.
 */
export async function answerQuestion(
  ctx: RequestContext,
  { token, answer }: { token: string; answer: string },
): Promise<{ message: string }> {
  await closeByLink(ctx, token, { state: "answered", answer }, async (tx, scope, closed) => {
    const { email, depositId, lineId } = closed;
    await recordAudit(tx, scope, {
      action: "deposit.question_answered",
      entity: "deposit",
      entityId: depositId,
      data: { lineIds: [lineId], email, message: answer },
    });
    await notifyAsker(tx, scope, closed);
  });
  return { message: "Thank you. Your answer was sent." };
}

/** Without the answer's text, which is a stranger's: it may be mailed. */
async function notifyAsker(
  tx: Tx,
  scope: CompanyContext,
  { id, depositId, lineId, email, askedBy }: ClosedQuestion,
): Promise<void> {
  const { companyId } = scope;
  const line = await tx.depositLine.findUniqueOrThrow({
    where: { companyId_id: { companyId, id: lineId } },
  });
  const asker =
    askedBy === null ? 0 : await tx.membership.count({ where: { companyId, userId: askedBy } });
  await notify(tx, scope, {
    event: `question-answered:${id}`,
    kind: "suggestion",
    title: `Answer about ${aboutLine(line)}`,
    body: `${email} has answered your question.`,
    link: `/transaction/${depositId}?line=${lineId}`,
    // Everybody, when the user who asked has left.
    ...(askedBy !== null && asker > 0 && { userIds: [askedBy] }),
  });
}
