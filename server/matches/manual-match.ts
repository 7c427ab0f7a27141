import { isDeepStrictEqual } from "node:util";
import type { LedgerPayment } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { matchTransaction } from "@/lib/contracts/matches";
import { matchByLines } from "@/lib/payment-split/match-by-lines";
import type { Tie } from "@/lib/payment-split/types";
import type { EntryTags } from "@/lib/settlement";
import { matchKind } from "@/matching/engine/decision/match-kind";
import { homeCurrency } from "@/server/connections/find";
import { requireTags } from "@/server/connections/ledger-lists";
import { requirePostable } from "@/server/connections/postable-accounts";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import { toSettlementDeposit, toSettlementMatch } from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { planThenWrite, withCompanyLock } from "@/server/platform/with-company-lock";
import { enqueueDuePostings } from "@/server/work/postings";
import {
  loadPicked,
  type PickedRows,
  pickedDepositIds,
  pickedTies,
  splitPicked,
} from "./picked-rows";
import { acceptMatches, decidedMatches, insertMatches, releaseProposals } from "./write-matches";

type Input = BodyOf<typeof matchTransaction>;

/** The account for a difference, chosen by the user. */
interface DifferenceAccount extends EntryTags {
  accountId: string;
  accountName: string;
  description: string;
}

/** What becomes of one of the deposits. */
interface Part {
  payments: LedgerPayment[];
  /** Row ids. */
  ties: Tie[];
  difference: DifferenceAccount | undefined;
}

/**
 * Matches the deposits and payments that a person picked, all of them or none. Of several deposits each
 * gets its own part of the payments. Each line gets its own payment where the person, the amounts or the names say
 * which; what is left of a deposit's lines and payments is one match. A difference needs an account that the person
 * chose, and a deposit of its own.
 * @throws NotFoundError (unknown rows), ConflictError (posted, or already used), UnusableInputError
 *   (sums or currencies don't fit, or more than one way to divide the payments).
 */
export async function manualMatch(ctx: CompanyContext, input: Input): Promise<{ message: string }> {
  const depositIds = pickedDepositIds(input);
  const difference = input.difference_account && (await checkedAccount(ctx, input, depositIds));
  const load = (tx: Tx) => loadPicked(tx, ctx, input, depositIds);
  if (depositIds.length > 1) await matchSeveral(ctx, input, load);
  else {
    await withCompanyLock(ctx, async (tx) => {
      const picked = await load(tx);
      const { payments } = picked;
      const ties = pickedTies(input, picked);
      for (const deposit of picked.deposits) {
        await matchPart(tx, ctx, deposit, { payments, ties, difference });
      }
    });
  }
  await enqueueDuePostings(ctx);
  return { message: "Transactions matched successfully" };
}

/** Which payments belong to which deposit is found before the lock is taken: the engine may be asked. */
function matchSeveral(
  ctx: CompanyContext,
  input: Input,
  load: (tx: Tx) => Promise<PickedRows>,
): Promise<void> {
  return planThenWrite(
    ctx,
    async (read) => {
      const picked = await read(load);
      if (input.difference_account) {
        throw new UnusableInputError(
          "A difference can be recorded for one deposit only. Match one deposit at a time.",
        );
      }
      const ties = pickedTies(input, picked);
      return { picked, ties, parts: await splitPicked(read, ctx, picked) };
    },
    async (tx, { picked, ties, parts }) => {
      if (!isDeepStrictEqual(await load(tx), picked)) return null;
      for (const deposit of picked.deposits) {
        const payments = parts.get(deposit.id) ?? [];
        await matchPart(tx, ctx, deposit, { payments, ties, difference: undefined });
      }
      return { result: undefined };
    },
  );
}

async function checkedAccount(
  ctx: CompanyContext,
  { difference_account, difference_note, difference_customer, difference_class }: Input,
  [depositId = 0]: number[],
): Promise<DifferenceAccount> {
  const { currency } = await requireDeposit(db(ctx), ctx, depositId);
  const account = await requirePostable(ctx, {
    id: difference_account?.Id ?? "",
    currencies: [await homeCurrency(ctx), currency],
    field: "difference_account",
  });
  const tags = await requireTags(
    ctx,
    { customer: difference_customer, class: difference_class },
    { customer: "difference_customer", class: "difference_class" },
  );
  return {
    accountId: account.id,
    accountName: account.name,
    description: difference_note || "Difference accepted manually",
    ...tags,
  };
}

async function matchPart(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  part: Part,
): Promise<void> {
  await replaceProposals(tx, ctx, deposit, part);
  await acceptMatches(tx, ctx, deposit, "deposit.matched_by_hand");
}

async function replaceProposals(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  { payments, ties, difference }: Part,
): Promise<void> {
  const { companyId } = ctx;
  await tx.match.deleteMany({ where: { companyId, depositId: deposit.id, state: "proposed" } });
  await releaseProposals(tx, ctx, {
    exceptDepositId: deposit.id,
    paymentIds: payments.map(({ id }) => id),
  });
  const decided = (await decidedMatches(tx, ctx, deposit.id)).map(toSettlementMatch);
  requireOpenLines(deposit, decided, ties);
  const { matches } = matchByLines(
    {
      deposit: toSettlementDeposit(deposit),
      customers: new Map(deposit.lines.map(({ id, customerName }) => [id, customerName])),
      decided,
      payments: payments.map(({ id, amount, customerName }) => ({
        id: String(id),
        amount: Number(amount),
        customer: customerName,
      })),
      ties,
    },
    difference && ((amount) => ({ kind: "account", amount, ...difference })),
  );
  await insertMatches(
    tx,
    ctx,
    matches.map(({ lineIds, paymentIds, adjustments }) => ({
      depositId: deposit.id,
      state: "proposed",
      origin: "manual",
      kind: matchKind(lineIds.length, paymentIds.length),
      algorithm: null,
      probability: 1,
      difference: adjustments.reduce((sum, { amount }) => sum + amount, 0),
      currency: deposit.currency,
      evidence: [],
      alternatives: {},
      decidedBy: ctx.userId,
      paymentIds: paymentIds.map(Number),
      lineIds,
      adjustments,
    })),
  );
}

/** @throws NotFoundError for a line of another deposit, ConflictError for one that is decided. */
function requireOpenLines(
  { lines }: DepositWithLines,
  decided: readonly { lineIds: number[] }[],
  ties: readonly Tie[],
): void {
  const known = new Set(lines.map(({ id }) => id));
  const isDecided = new Set(decided.flatMap(({ lineIds }) => lineIds));
  for (const { lineId } of ties) {
    if (!known.has(lineId)) throw new NotFoundError("This deposit doesn't have such a line.");
    if (isDecided.has(lineId)) {
      throw new ConflictError(
        "already_matched",
        "One of these lines is already matched. Reload to see it.",
      );
    }
  }
}
