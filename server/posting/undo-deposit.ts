import type { Posting } from "@/generated/prisma/client";
import type { UndoEffect } from "@/lib/constants/matches";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { undoDeposit as contract } from "@/lib/contracts/matches";
import type { LedgerWords } from "@/lib/ledger-words";
import { LEDGER } from "@/lib/providers/list";
import { findLedger } from "@/server/connections/find";
import { hasUndepositedFunds } from "@/server/connections/payment-account";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import { confirmedSuggestion, restoreSuggestion } from "@/server/matches/restore-suggestion";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, UpstreamError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { describeWithWords } from "@/server/providers/describe-failure";
import { ProviderError } from "@/server/providers/errors";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { lockPostings } from "@/server/work/postings";
import {
  claimUndo,
  markUndone,
  recordPart,
  recordStep,
  requireUndoClaim,
  stateBefore,
  UNDO_STOPPED,
  whileUndoing,
} from "./claim-undo";
import { createdRecordsOf, everCreatedFor } from "./created-records";
import { createdCustomers, leftText } from "./delete-created-payment";
import { deleteDeposit, deleteOurs, type Removal } from "./delete-in-books";
import type { PlannedRow } from "./payment-draft";
import { recordName } from "./record-words";

/**
 * Undoes a match. The Deposit that we created, or may have created, is deleted first, then the
 * payments that we created for it, in reverse order; each is recorded before the next. When the books refuse or
 * a worker dies in between, the deposit says what is left, and repeating the undo goes on. A Deposit that a user or
 * another app created is only unlinked, with all that is on it. What was changed in the books since is left, and the
 * message names it. A confirmed suggestion is suggested again.
 *
 * The books are called between transactions, while the posting is claimed: a slow answer holds neither a
 * connection nor the company's lock.
 * @throws NotFoundError, ConflictError when there is nothing to undo or it is being posted or undone right now,
 *   ProviderError when the books refuse, UpstreamError when they do so partway.
 */
export async function undoDeposit(
  ctx: CompanyContext,
  { deposit_id: depositId, effect }: BodyOf<typeof contract>,
): Promise<Answer> {
  const left: PlannedRow[] = [];
  try {
    for (let step = 0; ; step += 1) {
      // What is left to do changes with each step.
      const done = await takeStep(ctx, depositId, left, step === 0 ? effect : undefined);
      if (done !== null) return done;
    }
  } catch (error) {
    throw await withWhatIsLeft(ctx, depositId, error);
  }
}

interface Answer {
  message: string;
  status: DepositStatus;
}

interface Undo {
  deposit: DepositWithLines;
  posting: Posting | undefined;
  hasDeposit: boolean;
  /** What we created for the deposit and is deleted after it, the newest first. */
  created: PlannedRow[];
}

/**
 * Deletes the next thing in the books, and records that.
 * @param left what was changed there since we created it, so that it stays; grows.
 * @returns null as long as there is more to do; then the answer.
 */
async function takeStep(
  ctx: CompanyContext,
  depositId: number,
  left: PlannedRow[],
  effect?: UndoEffect,
): Promise<Answer | null> {
  const begun = await withCompanyLock(ctx, async (tx) => {
    const undo = await prepare(tx, ctx, depositId, left);
    if (effect !== undefined && effect !== effectOf(undo)) {
      throw otherEffect(effectOf(undo), await loadLedgerWords(ctx, tx));
    }
    const { posting, hasDeposit, created } = undo;
    if (!hasDeposit && created.length === 0) return { done: await finish(tx, ctx, undo, left) };
    return { undo, claim: posting && (await claimUndo(tx, ctx, posting)) };
  });
  if (!begun.undo) return begun.done;
  const { undo, claim } = begun;
  const { deposit, posting, hasDeposit, created } = undo;
  const next = hasDeposit ? undefined : created[0];
  const remove = (): Promise<Removal | null> =>
    next
      ? deleteOurs(ctx, next)
      : posting
        ? deleteDeposit(ctx, deposit, posting, async () => {
            if (claim) await recordPart(ctx, claim, posting);
          })
        : Promise.resolve(null);
  const removal = await (claim ? whileUndoing(ctx, claim, remove) : remove());
  const isLeft = removal?.outcome === "changed";
  if (isLeft && removal.row) left.push(removal.row);
  return withCompanyLock(ctx, async (tx) => {
    if (claim) await requireUndoClaim(tx, ctx, claim);
    if (removal && !isLeft) await auditRemoval(tx, ctx, depositId, removal);
    if (!next && created.length === 0) return finish(tx, ctx, undo, left);
    if (next && !isLeft) await recordRemoved(tx, ctx, next);
    if (posting) await recordStep(tx, ctx, posting);
    return null;
  });
}

/** With each step, so that the history tells what is gone however far the undo got. */
async function auditRemoval(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
  { outcome, record }: Removal,
): Promise<void> {
  await recordAudit(tx, ctx, {
    action: outcome === "deleted" ? "deposit.record_deleted" : "deposit.record_gone",
    entity: "deposit",
    entityId: depositId,
    data: { record },
  });
}

async function prepare(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
  left: readonly PlannedRow[],
): Promise<Undo> {
  const deposit = await requireDeposit(tx, ctx, depositId);
  if (deposit.status !== "matched" && deposit.status !== "posted") {
    throw new ConflictError(
      "not_matched",
      "This deposit isn't matched, so there's nothing to undo.",
    );
  }
  const [posting] = await lockPostings(tx, ctx, [deposit.id]);
  if (posting?.state === "sending") {
    throw new ConflictError(
      "posting_in_progress",
      "This deposit is being posted. Try again in a moment.",
    );
  }
  const ours = posting?.adopted ? [] : await createdRecordsOf(tx, ctx, deposit.id);
  const kept = new Set(left.map(({ id }) => id));
  const created = ours.filter(({ id, planned }) => planned.sentAt !== null && !kept.has(id));
  const hasDeposit = posting !== undefined && mayHaveDeposit(posting);
  return { deposit, posting, hasDeposit, created };
}

function effectOf({ posting, hasDeposit, created }: Undo): UndoEffect {
  if (posting?.adopted) return "unlink";
  return hasDeposit || created.length > 0 ? "delete" : "undo";
}

function otherEffect(effect: UndoEffect, { name, deposit }: LedgerWords): ConflictError {
  const is = {
    unlink: `is linked to a ${name} ${deposit} by now`,
    delete: `is in ${name} by now`,
    undo: `is no longer in ${name}`,
  }[effect];
  return new ConflictError("not_matched", `This deposit ${is}. Reload the page.`);
}

/** Whether the books hold a Deposit that we created, as far as we know. */
function mayHaveDeposit(posting: Posting): boolean {
  return posting.outcomeUnknown || (stateBefore(posting) === "posted" && !posting.adopted);
}

async function finish(
  tx: Tx,
  ctx: CompanyContext,
  { deposit, posting }: Pick<Undo, "deposit" | "posting">,
  left: PlannedRow[],
): Promise<Answer> {
  const words = await loadLedgerWords(ctx, tx);
  const ever = posting?.adopted ? [] : await everCreatedFor(tx, ctx, deposit.id);
  const confirmed = await confirmedSuggestion(tx, ctx, deposit.id);
  const books = (await findLedger(ctx, tx)) ?? { provider: LEDGER };
  // Only a ledger that links payments tells which of them are free.
  const stay = posting?.adopted && hasUndepositedFunds(books);
  await markUndone(tx, ctx, [deposit.id], { payments: stay ? "stay" : "open" });
  await forgetUnrecorded(tx, ctx, left);
  const restored = await restoreSuggestion(tx, ctx, deposit, confirmed);
  await recordAudit(tx, ctx, {
    action: "deposit.undone",
    entity: "deposit",
    entityId: deposit.id,
    data: {
      ...{ from: deposit.status, quickbooksId: deposit.quickbooksId, restored },
      ...(posting?.adopted && { unlinked: deposit.quickbooksId ?? "" }),
      left: left.map((each) => recordName(words, each)),
      customers: createdCustomers(ever),
    },
  });
  const more = leftText(left, ever, words);
  return {
    message: more ? `Match undone.${more}` : "Match undone",
    status: restored ? "suggested" : "pending",
  };
}

/** The failure with what an undo that stopped partway has left, where it got as far as deleting something. */
async function withWhatIsLeft(
  ctx: CompanyContext,
  depositId: number,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ProviderError)) return error;
  const stopped = await db(ctx).posting.findFirst({
    where: { companyId: ctx.companyId, depositId, state: "failed", errorCode: UNDO_STOPPED },
  });
  if (!stopped) return error;
  return new UpstreamError(`${describeWithWords(error)} ${stopped.message}`, {}, { cause: error });
}

async function recordRemoved(
  tx: Tx,
  { companyId }: CompanyContext,
  { id }: PlannedRow,
): Promise<void> {
  await tx.ledgerPayment.update({
    where: { companyId_id: { companyId, id } },
    data: { state: "gone", depositedOn: null },
  });
  await tx.plannedPayment.update({
    where: { companyId_paymentId: { companyId, paymentId: id } },
    data: { removedAt: new Date() },
  });
}

/** One that was created, but never recorded, is read by the next sync if it was left. */
async function forgetUnrecorded(
  tx: Tx,
  { companyId }: CompanyContext,
  left: readonly PlannedRow[],
): Promise<void> {
  const unrecorded = left.flatMap(({ id, planned }) => (planned.createdAt === null ? id : []));
  await tx.ledgerPayment.updateMany({
    where: { companyId, id: { in: unrecorded } },
    data: { state: "gone", depositedOn: null },
  });
}
