import type { LineQuestionState } from "@/generated/prisma/client";
import type { AskedQuestion } from "@/lib/contracts/questions";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import { providerName } from "@/server/connections/find";
import { notify } from "@/server/notifications/notify";
import { mintCompanyId } from "@/server/platform/company-id";
import type { CompanyContext, RequestContext } from "@/server/platform/context";
import { hashToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { loadDateFormat, wireDateFormat } from "@/server/work/company";
import { aboutLine, takeLinkMiss } from "./question-limits";

/** Unknown, expired, used, withdrawn: the same words. */
function unknownLink(): NotFoundError {
  return new NotFoundError("This link doesn't work. It may have expired or been used already.");
}

/**
 * The question that a link is about, which may have expired, and a context of its company without a user. The token
 * is looked up by its hash: the time that takes says nothing about the token.
 * @throws NotFoundError; RateLimitedError.
 */
async function findByLink(
  ctx: RequestContext,
  token: string,
): Promise<{ scope: CompanyContext; id: number }> {
  const found = await db("questions").$transaction(async (tx) => {
    const question = await tx.lineQuestion.findFirst({
      where: { tokenHash: hashToken(token) },
      select: { companyId: true, id: true },
    });
    if (!question) await takeLinkMiss(tx, ctx);
    return question;
  });
  // Not inside: the count would not stay.
  if (!found) throw unknownLink();
  const { companyId, id } = found;
  const scope = { companyId: mintCompanyId(companyId), userId: null, requestId: ctx.requestId };
  return { scope, id };
}

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
  await notify(tx, scope, {
    event: `question-answered:${id}`,
    kind: "suggestion",
    title: `Answer about ${aboutLine(line, await loadDateFormat(scope, tx))}`,
    body: `${email} has answered your question.`,
    link: `/transaction/${depositId}?line=${lineId}`,
    userIds: [askedBy],
  });
}

/** A question that its recipient has just closed. */
interface ClosedQuestion {
  id: number;
  depositId: number;
  lineId: number;
  email: string;
  askedBy: number;
}

/**
 * Closes the question of a link, once: of several at the same moment one wins. `after` is part of it.
 * @throws NotFoundError when it is unknown, expired or closed already; RateLimitedError.
 */
async function closeByLink(
  ctx: RequestContext,
  token: string,
  closing: { state: LineQuestionState & ("answered" | "declined"); answer: string },
  after: (tx: Tx, scope: CompanyContext, closed: ClosedQuestion) => Promise<void>,
): Promise<void> {
  const { scope, id } = await findByLink(ctx, token);
  await db(scope).$transaction(async (tx) => {
    const [closed] = await tx.$queryRaw<ClosedQuestion[]>`
      UPDATE line_questions q SET state = ${closing.state}::line_question_state,
        answer = ${closing.answer}, token_hash = NULL, closed_at = now()
      WHERE q.company_id = ${scope.companyId}::uuid AND q.id = ${id} AND q.state = 'open'
        AND q.expires_at > now() AND EXISTS (SELECT FROM deposits d
          WHERE d.company_id = q.company_id AND d.id = q.deposit_id AND d.deleted_at IS NULL)
        AND EXISTS (SELECT FROM memberships m
          WHERE m.company_id = q.company_id AND m.user_id = q.asked_by)
      RETURNING q.id, q.deposit_id AS "depositId", q.line_id AS "lineId", q.email,
        q.asked_by AS "askedBy"`;
    if (!closed) throw unknownLink();
    await after(tx, scope, closed);
  });
}

/**
 * Closes the question of a link without an answer. The company can mail its recipient no more questions.
 * @throws NotFoundError; RateLimitedError.
 */
export async function declineQuestions(
  ctx: RequestContext,
  { token }: { token: string },
): Promise<{ message: string }> {
  await closeByLink(ctx, token, { state: "declined", answer: "" }, async (tx, scope, closed) => {
    await recordAudit(tx, scope, {
      action: "deposit.questions_declined",
      entity: "deposit",
      entityId: closed.depositId,
      data: { lineIds: [closed.lineId], email: closed.email },
    });
  });
  return { message: "You won't get more questions from this company." };
}

/**
 * What the page of a link shows: the question, its line and who asks, and nothing else of the company. Reading it
 * uses nothing up, since mail filters open links too.
 * @throws NotFoundError; RateLimitedError.
 */
export async function readQuestion(
  ctx: RequestContext,
  { token }: { token: string },
): Promise<AskedQuestion> {
  const {
    scope,
    scope: { companyId },
    id,
  } = await findByLink(ctx, token);
  const found = await db(scope).lineQuestion.findFirst({
    where: {
      companyId,
      id,
      state: "open",
      expiresAt: { gt: new Date() },
      deposit: { deletedAt: null },
    },
    select: {
      askedBy: true,
      question: true,
      suggestions: true,
      line: { select: { date: true, gross: true, currency: true, description: true } },
      deposit: {
        select: {
          integration: {
            select: { provider: true, company: { select: { name: true, settings: true } } },
          },
        },
      },
    },
  });
  if (!found) throw unknownLink();
  const { askedBy, question, suggestions, line, deposit } = found;
  // A former member could have mailed the question to themselves.
  const isMember = { companyId, userId: askedBy ?? 0 };
  if ((await db(scope).membership.count({ where: isMember })) === 0) throw unknownLink();
  const { provider, company } = deposit.integration;
  return {
    company: company.name,
    question,
    suggestions,
    processor: providerName(provider),
    date: dateText(line.date),
    date_format: wireDateFormat(company.settings?.dateFormat),
    amount: toWireDecimal(Number(line.gross), line.currency),
    currency: line.currency,
    description: line.description,
  };
}
