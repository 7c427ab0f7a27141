import type { BodyOf } from "@/lib/contracts/endpoint";
import type { revokeQuestion as contract } from "@/lib/contracts/questions";
import { counted } from "@/lib/counted";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { loadDateFormat } from "@/server/work/company";
import { aboutLine } from "./question-limits";

/**
 * Withdraws an open question: its link stops working, also in a mail that is still on its way.
 * @throws NotFoundError; ConflictError when it is answered or no longer open.
 */
export async function revokeQuestion(
  ctx: CompanyContext,
  { question_id: id }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    const key = { companyId_id: { companyId, id } };
    if (!(await tx.lineQuestion.findUnique({ where: key }))) {
      throw new NotFoundError("This question doesn't exist.");
    }
    if ((await withdraw(tx, ctx, { id })).length === 0) {
      throw new ConflictError("not_waiting", "This question is no longer open. Reload the page.");
    }
  });
  return { message: "Question withdrawn" };
}

/**
 * Withdraws a leaving member's open questions, which they could have mailed to themselves, and notifies the owners. Runs
 * in the company's scope, before the membership ends.
 */
export async function withdrawQuestionsOf(
  tx: Tx,
  ctx: CompanyContext,
  { userId, username }: { userId: number; username: string },
): Promise<void> {
  const { companyId } = ctx;
  const withdrawn = await withdraw(tx, ctx, { askedBy: userId });
  const [first] = withdrawn;
  if (!first) return;
  const owners = await tx.membership.findMany({
    where: { companyId, role: "owner", NOT: { userId } },
    select: { userId: true },
  });
  await notify(tx, ctx, {
    event: `questions-withdrawn:${first.id}`,
    kind: "issue",
    title: `${counted(withdrawn.length, "question")} to clients withdrawn`,
    body: `${username} asked and is no longer a member. Ask again where you still need an answer.`,
    link: `/transaction/${first.depositId}?line=${first.lineId}`,
    userIds: owners.map((owner) => owner.userId),
  });
}

interface Withdrawn {
  id: number;
  depositId: number;
  lineId: number;
}

/** Withdraws open questions, each with its entry in the deposit's history. */
async function withdraw(
  tx: Tx,
  ctx: CompanyContext,
  which: { id: number } | { askedBy: number },
): Promise<Withdrawn[]> {
  const { companyId } = ctx;
  const withdrawn = await tx.lineQuestion.updateManyAndReturn({
    where: { companyId, ...which, state: "open" },
    data: { state: "revoked", tokenHash: null, closedAt: new Date() },
    include: { line: true },
  });
  const format = await loadDateFormat(ctx, tx);
  for (const { depositId, lineId, email, line } of withdrawn) {
    await recordAudit(tx, ctx, {
      action: "deposit.question_revoked",
      entity: "deposit",
      entityId: depositId,
      data: { lineIds: [lineId], email, about: aboutLine(line, format) },
    });
  }
  return withdrawn;
}
