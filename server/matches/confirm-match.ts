import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { decideSuggestions as contract } from "@/lib/contracts/matches";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { enqueueDuePostings } from "@/server/work/postings";
import { acceptMatches } from "./write-matches";

/** Confirms what the engine suggested for a deposit. @throws NotFoundError, ConflictError. */
export async function confirmMatch(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  await withCompanyLock(ctx, async (tx) => {
    await confirmSuggested(tx, ctx, await requireDeposit(tx, ctx, input.deposit_id));
  });
  await enqueueDuePostings(ctx);
  return { message: "Match confirmed", status: "matched" };
}

/**
 * The part of {@link confirmMatch} inside the matching lock. What it throws it throws before it writes.
 * @throws ConflictError, UnusableInputError when the sum does not close.
 */
async function confirmSuggested(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
): Promise<void> {
  requireSuggested(deposit);
  await acceptMatches(tx, ctx, deposit, "deposit.confirmed");
}

/** @throws ConflictError when a user or the engine has already decided. */
function requireSuggested({ status }: Pick<DepositWithLines, "status">): void {
  if (status !== "suggested") {
    throw new ConflictError(
      status === "pending" ? "no_suggestion" : "already_matched",
      "This deposit no longer has a suggestion. Reload the page.",
    );
  }
}

/**
 * Dismisses what the engine suggested for a deposit. Only the doubtful pairs are dismissed for ever; the
 * sure ones of the same deposit may come back with another answer to the doubtful ones.
 * @throws NotFoundError, ConflictError.
 */
export async function dismissMatch(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  await withCompanyLock(ctx, async (tx) => {
    await dismissSuggested(tx, ctx, await requireDeposit(tx, ctx, input.deposit_id));
  });
  return { message: "Suggestion dismissed", status: "pending" };
}

/** The part of {@link dismissMatch} inside the matching lock. What it throws it throws before it writes. */
async function dismissSuggested(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
): Promise<void> {
  requireSuggested(deposit);
  const { companyId } = ctx;
  const proposed = { companyId, depositId: deposit.id, state: "proposed" as const };
  // One time for all: undoing the dismissal finds by it what belonged together.
  const decided = { live: false, decidedBy: ctx.userId, decidedAt: new Date() };
  await tx.match.updateMany({
    where: { ...proposed, origin: "suggestion" },
    data: { ...decided, state: "dismissed" },
  });
  await tx.match.updateMany({ where: proposed, data: { ...decided, state: "superseded" } });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: { status: "pending", version: { increment: 1 } },
  });
  await recordAudit(tx, ctx, {
    action: "deposit.dismissed",
    entity: "deposit",
    entityId: deposit.id,
  });
}

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
