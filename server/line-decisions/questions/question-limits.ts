import type { DepositLine } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import type { DateFormat } from "@/lib/format-date";
import { lineAbout } from "@/lib/line-about";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext, RequestContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { countAttempt, hard, networkOf, throttleKey } from "@/server/platform/rate-limit";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The reasons are in docs/throttling.md. */
export const QUESTION_LIMITS = {
  /** Mails that a company causes. */
  company: hard(50, DAY),
  /** Mails that an address gets, from all companies together. */
  recipient: hard(12, DAY),
  /** Mails caused from one network, however many companies it signs up. */
  network: hard(60, HOUR),
  /** Links that don't exist, opened or answered from one network. */
  link: hard(60, 15 * MINUTE),
};

/**
 * Counts a mail; in its transaction, so that what fails counts nothing. A company's mails queue up here.
 * @throws RateLimitedError.
 */
export async function takeMailTurn(
  tx: Tx,
  ctx: CompanyContext & RequestContext,
  email: string,
): Promise<void> {
  const { company, recipient, network } = QUESTION_LIMITS;
  const key = (kind: string, name: string) => throttleKey("ask-client", kind, name);
  await countAttempt(
    tx,
    key("company", ctx.companyId),
    company,
    "Your company has sent as many questions as it can for now.",
  );
  await countAttempt(
    tx,
    key("recipient", withoutTag(email)),
    recipient,
    "This address has got as many questions as it can for now.",
  );
  await countAttempt(tx, key("address", networkOf(ctx.ipAddress)), network);
}

/** Counts an unknown link. Existing ones never count, so that nobody can use up their holders' tries. @throws RateLimitedError. */
export function takeLinkMiss(tx: Tx, { ipAddress }: RequestContext): Promise<void> {
  const key = throttleKey("question-link", "address", networkOf(ipAddress));
  return countAttempt(tx, key, QUESTION_LIMITS.link);
}

/** ada+1@example.com is the mailbox of ada@example.com. */
function withoutTag(email: string): string {
  return email.replace(/\+[^@]*@/, "@");
}

/** A stored line as a sentence names it: "64.50 on Nov 2". */
export function aboutLine(
  { gross, currency, date }: Pick<DepositLine, "gross" | "currency" | "date">,
  format: DateFormat,
): string {
  const amount = toWireDecimal(Number(gross), currency);
  return lineAbout({ amount, date: dateText(date) }, format);
}
