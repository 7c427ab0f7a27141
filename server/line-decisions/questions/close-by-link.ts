import type { LineQuestionState } from "@/generated/prisma/client";
import type { CompanyContext, RequestContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { findByLink, unknownLink } from "./find-by-link";

/** A question that its recipient has just closed. */
export interface ClosedQuestion {
  id: number;
  depositId: number;
  lineId: number;
  email: string;
  askedBy: number | null;
}

/**
 * Closes the question of a link, once: of several at the same moment one wins. `after` is part of it.
 * @throws NotFoundError when it is unknown, expired or closed already; RateLimitedError.
 */
export async function closeByLink(
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
      RETURNING q.id, q.deposit_id AS "depositId", q.line_id AS "lineId", q.email,
        q.asked_by AS "askedBy"`;
    if (!closed) throw unknownLink();
    await after(tx, scope, closed);
  });
}
