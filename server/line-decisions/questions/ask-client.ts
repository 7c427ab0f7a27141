import type { DepositLine } from "@/generated/prisma/client";
import { QUESTION_DAYS } from "@/lib/constants/questions";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { askClient as contract } from "@/lib/contracts/questions";
import { dateText } from "@/lib/dates";
import { type DateFormat, dayInWords } from "@/lib/format-date";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { announceMail, type MailText, queueMail } from "@/server/mail/queued-mail";
import { plainName, richMail } from "@/server/mail/rich-mail";
import { sumText } from "@/server/notifications/week";
import { runInCompanyQueue } from "@/server/platform/company-queue";
import type { SessionContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  UnusableInputError,
} from "@/server/platform/errors";
import { requireRunning } from "@/server/platform/pause";
import { recordAudit } from "@/server/platform/record-audit";
import { loadDateFormat } from "@/server/work/company";
import { aboutLine, takeMailTurn } from "./question-limits";

const DAY_MS = 86_400_000;
const TURN_WITHIN_MS = 120_000;
const MAIL_LIFETIME_SECONDS = 3 * 24 * 3_600;

/**
 * Mails a question about a line, with a link that answers it once. An open question about the line is superseded.
 * @throws NotFoundError; ConflictError when the deposit is posted, or the installation is paused; ForbiddenError until the user has proved their own
 *   address; UnusableInputError when the address wants no questions; RateLimitedError.
 */
export async function askClient(
  ctx: SessionContext,
  { deposit_id, line_id, question, suggestions = [], ...body }: BodyOf<typeof contract>,
): Promise<{ message: string; question_id: number }> {
  const { companyId, userId } = ctx;
  await requireRunning();
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
    const format = await loadDateFormat(ctx, tx);
    await recordAudit(tx, ctx, {
      action: "deposit.client_asked",
      entity: "deposit",
      entityId: deposit_id,
      data: { lineIds: [line.id], email, about: aboutLine(line, format), question },
    });
    return { id: asked.id, mailId: await queueQuestion(tx, ctx, line, { email, token, format }) };
  });
  await announceMail(mailId);
  return { message: `Question sent to ${email}`, question_id: id };
}

/** A company's mails are counted one after the other, and those that wait hold no connection. */
function inOrder<T>(ctx: SessionContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const bound = { waitMs: TURN_WITHIN_MS };
  return runInCompanyQueue(`questions ${ctx.companyId}`, () => db(ctx).$transaction(work), bound);
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
    throw new ConflictError("already_posted", "This deposit is posted. Undo the match first.");
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
    "confirm_email_first",
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
  { email, token, format }: { email: string; token: string; format: DateFormat },
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
    date: dayInWords(dateText(date), format),
    token,
  });
  return queueMail(tx, { to: email, ...mail }, { lifetimeSeconds: MAIL_LIFETIME_SECONDS });
}

/**
 * The mail with the link of a question. Its recipient may be a stranger: of what users wrote it has names alone, as
 * {@link plainName} leaves them. The question is on the page.
 */
export function questionMail({
  company,
  asker,
  amount,
  date,
  token,
}: {
  company: string;
  asker: string;
  /** "64.50 USD" */
  amount: string;
  /** "November 2, 2026" */
  date: string;
  token: string;
}): MailText {
  const from = plainName(company) || "A company";
  const name = plainName(asker);
  const who = name === "" || name === from ? from : `${name} of ${from}`;
  const body = `${who} asks you about a payment of ${amount} on ${date}. Answering takes a minute and no account.`;
  return {
    subject: "A question about a payment",
    ...richMail(
      "A question about a payment",
      [
        { text: body },
        {
          title: "Read the question and answer it here",
          text: `The link works once, for ${QUESTION_DAYS} days. It shows this one payment.`,
          link: { label: "Read the question", path: `/question#${token}` },
        },
      ],
      {
        text: `You get this email because your address was entered in Deposit Matcher. If you don't know ${from}, ignore it, or open the link to get no more.`,
        link: { label: "Privacy", path: "/privacy" },
      },
    ),
  };
}
