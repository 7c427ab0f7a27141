import { mintCompanyId } from "@/server/platform/company-id";
import type { CompanyContext, RequestContext } from "@/server/platform/context";
import { hashToken } from "@/server/platform/crypto/tokens";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { takeLinkTurn } from "./question-limits";

/** Unknown, expired, used, withdrawn: the same words. */
export function unknownLink(): NotFoundError {
  return new NotFoundError("This link doesn't work. It may have expired or been used already.");
}

/**
 * The question that a link is about, which may have expired, and a context of its company without a user. The token
 * is looked up by its hash: the time that takes says nothing about the token.
 * @throws NotFoundError; RateLimitedError.
 */
export async function findByLink(
  ctx: RequestContext,
  token: string,
): Promise<{ scope: CompanyContext; id: number }> {
  const found = await db("questions").$transaction(async (tx) => {
    await takeLinkTurn(tx, ctx);
    return tx.lineQuestion.findFirst({
      where: { tokenHash: hashToken(token) },
      select: { companyId: true, id: true },
    });
  });
  // Not inside: what is refused counts too.
  if (!found) throw unknownLink();
  const { companyId, id } = found;
  const scope = { companyId: mintCompanyId(companyId), userId: null, requestId: ctx.requestId };
  return { scope, id };
}
