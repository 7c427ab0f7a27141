import type { AskedQuestion } from "@/lib/contracts/questions";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import { providerName } from "@/server/connections/find";
import type { RequestContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { findByLink, unknownLink } from "./find-by-link";

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
      question: true,
      suggestions: true,
      line: { select: { date: true, gross: true, currency: true, description: true } },
      deposit: {
        select: {
          integration: { select: { provider: true, company: { select: { name: true } } } },
        },
      },
    },
  });
  if (!found) throw unknownLink();
  const { question, suggestions, line, deposit } = found;
  return {
    company: deposit.integration.company.name,
    question,
    suggestions,
    processor: providerName(deposit.integration.provider),
    date: dateText(line.date),
    amount: toWireDecimal(Number(line.gross), line.currency),
    currency: line.currency,
    description: line.description,
  };
}
