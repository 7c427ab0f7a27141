import { recordAudit } from "@/server/platform/record-audit";
import type { RequestContext } from "@/server/platform/context";
import { closeByLink } from "./close-by-link";

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
