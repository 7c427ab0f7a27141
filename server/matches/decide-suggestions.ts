import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { decideSuggestions } from "@/lib/contracts/matches";
import type { CompanyContext } from "@/server/context";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { ConflictError, UnusableInputError } from "@/server/errors";
import { enqueueDuePostings } from "@/server/posting/enqueue-due";
import { confirmSuggested } from "./confirm-match";
import { dismissSuggested } from "./dismiss-match";
import { withMatchingLock } from "./matching-lock";

/**
 * Confirms or dismisses the suggestions of several deposits in one transaction. One that is no suggestion
 * any more, or does not add up, is skipped with its reason and keeps none of the others from it.
 * @throws NotFoundError when any of the deposits does not exist; then none is decided.
 */
export async function decideAll(
  ctx: CompanyContext,
  { deposit_ids, decision }: BodyOf<typeof decideSuggestions>,
): Promise<ResponseOf<typeof decideSuggestions>> {
  const decide = decision === "confirm" ? confirmSuggested : dismissSuggested;
  const outcome = await withMatchingLock(ctx, async (tx) => {
    const deposits = [];
    for (const id of new Set(deposit_ids)) deposits.push(await requireDeposit(tx, ctx, id));
    const decided: number[] = [];
    const skipped: { deposit_id: number; message: string }[] = [];
    for (const deposit of deposits) {
      try {
        await decide(tx, ctx, deposit);
        decided.push(deposit.id);
      } catch (error) {
        // Both come before anything is written.
        if (!(error instanceof ConflictError || error instanceof UnusableInputError)) throw error;
        skipped.push({ deposit_id: deposit.id, message: error.message });
      }
    }
    return { decided, skipped };
  });
  if (decision === "confirm") await enqueueDuePostings(ctx);
  return { message: messageOf(decision, outcome.decided.length), ...outcome };
}

function messageOf(decision: "confirm" | "dismiss", count: number): string {
  const plural = count === 1 ? ["match", "suggestion"] : ["matches", "suggestions"];
  return decision === "confirm"
    ? `${count} ${plural[0]} confirmed`
    : `${count} ${plural[1]} dismissed`;
}
