import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { putAside as contract } from "@/lib/contracts/existing-deposits";
import { counted } from "@/lib/counted";
import { requireDeposit } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import { ConflictError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { putAsideOne } from "./put-aside-one";
import { requireUndecided } from "./require-undecided";

/**
 * Puts payouts aside that a user says are booked elsewhere. One that is posted or on its way is skipped with its
 * reason. Undo takes it back.
 * @throws NotFoundError when any of the deposits does not exist; then none is put aside.
 */
export async function putAside(
  ctx: CompanyContext,
  { deposit_ids, note }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const outcome = await withCompanyLock(ctx, async (tx) => {
    const deposits = [];
    for (const id of new Set(deposit_ids)) deposits.push(await requireDeposit(tx, ctx, id));
    const done: number[] = [];
    const skipped: { deposit_id: number; message: string }[] = [];
    for (const deposit of deposits) {
      try {
        await requireUndecided(tx, ctx, deposit);
        await putAsideOne(tx, ctx, deposit, { note });
        done.push(deposit.id);
      } catch (error) {
        // It comes before anything is written.
        if (!(error instanceof ConflictError)) throw error;
        skipped.push({ deposit_id: deposit.id, message: error.message });
      }
    }
    return { put_aside: done, skipped };
  });
  return { message: `${counted(outcome.put_aside.length, "deposit")} put aside`, ...outcome };
}
