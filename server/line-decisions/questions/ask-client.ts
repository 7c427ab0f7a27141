import type { DepositLine } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { askClient as contract } from "@/lib/contracts/questions";
import { QUESTION_DAYS } from "@/lib/contracts/values/questions";
import { dateText } from "@/lib/dates";
import { recordAudit } from "@/server/platform/record-audit";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import { sumText } from "@/server/notifications/sum-text";
import { inTurn } from "@/server/platform/company-turn";
import type { SessionContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  UnusableInputError,
} from "@/server/platform/errors";
import { aboutLine } from "./about-line";
import { takeMailTurn } from "./question-limits";
import { questionMail } from "./question-mail";

const DAY_MS = 86_400_000;
const TURN_WITHIN_MS = 120_000;
const MAIL_LIFETIME_SECONDS = 3 * 24 * 3_600;

/**
 * Mails a question about a line, with a link that answers it once. An open question about the line is superseded.
 * @throws NotFoundError; ConflictError when the deposit is posted; ForbiddenError until the user has proved their own
 *   address; UnusableInputError when the address wants no questions; RateLimitedError.
 */
export async function askClient(
  ctx: SessionContext,
  { deposit_id, line_id, question, suggestions = [], ...body }: BodyOf<typeof contract>,
): Promise<{ message: string; question_id: number }> {
  const { companyId, userId } = ctx;
  const email = body.email.toLowerCase();
  const token = randomToken();
  const { mailId, id } = await inOrder(ctx, async (tx) => {
    const line = await requireAskable(tx, ctx, { deposit_id, line_id });
    await requireProvedAddress(tx, ctx);
    await refuseUnwanted(tx, ctx, email);
    await takeMailTurn(tx, ctx, email);
    await tx.lineQuestion.updateMany({
      where: { companyId, lineId: line.id, state: "open" },
      data: { state: "superseded", tokenHash: null, closedAt: new Date() },
    });
    const asked = await tx.lineQuestion.create({
      data: {
        ...{ companyId, depositId: deposit_id, lineId: line.id, askedBy: userId },
        ...{ email, question, suggestions: [...new Set(suggestions)] },
        tokenHash: hashToken(token),
        expiresAt: new Date(Date.now() + QUESTION_DAYS * DAY_MS),
      },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.client_asked",
      entity: "deposit",
      entityId: deposit_id,
      data: { lineIds: [line.id], email, about: aboutLine(line), question },
    });
    return { id: asked.id, mailId: await queueQuestion(tx, ctx, line, { email, token }) };
  });
  await announceMail(mailId);
  return { message: `Question sent to ${email}`, question_id: id };
}

/** A company's mails are counted one after the other, and those that wait hold no connection. */
function inOrder<T>(ctx: SessionContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const bound = { waitMs: TURN_WITHIN_MS };
  return inTurn(`questions ${ctx.companyId}`, () => db(ctx).$transaction(work), bound);
}

async function requireAskable(
  tx: Tx,
  ctx: SessionContext,
  { deposit_id, line_id }: { deposit_id: number; line_id: number },
): Promise<DepositLine> {
  const deposit = await requireDeposit(tx, ctx, deposit_id);
  const line = deposit.lines.find(({ id }) => id === line_id);
  if (!line) throw new NotFoundError("This line isn't part of the deposit.");
  if (deposit.status === "posted") {
    throw new ConflictError("This deposit is posted. Undo the match first.");
  }
  return line;
}

/** Strangers get mail in the name of known people only. */
async function requireProvedAddress(tx: Tx, { userId }: SessionContext): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { emailVerifiedAt: true },
  });
  if (user.emailVerifiedAt) return;
  throw new ForbiddenError(
    "Confirm your own email address first. Settings → Account sends you the link.",
  );
}

async function refuseUnwanted(tx: Tx, { companyId }: SessionContext, email: string): Promise<void> {
  const declined = await tx.lineQuestion.count({ where: { companyId, email, state: "declined" } });
  if (declined === 0) return;
  const message = "This address wants no more questions. Ask another way.";
  throw new UnusableInputError(message, { fields: { email: message } });
}

async function queueQuestion(
  tx: Tx,
  { companyId, userId }: SessionContext,
  { gross, currency, date }: DepositLine,
  { email, token }: { email: string; token: string },
): Promise<string> {
  const company = await tx.company.findUniqueOrThrow({ where: { id: companyId } });
  const { firstName, lastName, username } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { firstName: true, lastName: true, username: true },
  });
  const mail = questionMail({
    company: company.name,
    asker: `${firstName} ${lastName}`.trim() || username,
    amount: sumText(Math.abs(Number(gross)), currency),
    date: dateText(date),
    token,
  });
  return queueMail(tx, { to: email, ...mail }, { lifetimeSeconds: MAIL_LIFETIME_SECONDS });
}
