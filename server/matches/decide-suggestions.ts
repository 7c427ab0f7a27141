import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { decideSuggestions as contract } from "@/lib/contracts/matches";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { enqueueDuePostings } from "@/server/work/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { confirmSuggested } from "./confirm-match";
import { dismissSuggested } from "./dismiss-match";

/**
 * Confirms or dismisses the suggestions of several deposits in one transaction. One that is no suggestion
 * any more, or does not add up, is skipped with its reason and keeps none of the others from it.
 * @throws NotFoundError when any of the deposits does not exist; then none is decided.
 */
export async function decideSuggestions(
  ctx: CompanyContext,
  { deposit_ids, decision }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const decide = decision === "confirm" ? confirmSuggested : dismissSuggested;
  const outcome = await withCompanyLock(ctx, async (tx) => {
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
