import type { DepositLine, Prisma } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { cancelPlanned as contract } from "@/lib/contracts/planned-payments";
import { removePlanned } from "@/server/deposits/planned-rows";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import { rematch, requestRematch } from "@/server/matches/rematch";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { isUnderway, lockPostings } from "@/server/work/postings";

/** The lines that a user chooses for. */
interface NamedLines {
  deposit_id: number;
  line_ids: readonly number[];
  /** What was chosen for them before is taken back. */
  replace?: true | undefined;
}

/**
 * Carries a user's choice for open lines out, under the company's lock; then the deposit goes its normal way. A
 * choice that replaces another one is stored with its end, or not at all.
 * @param store writes the choice, and returns it in words.
 * @throws what {@link requireOpenLines} and `store` throw.
 */
export async function decideLines(
  ctx: CompanyContext,
  named: NamedLines,
  store: (tx: Tx, chosen: OpenLines) => Promise<string>,
): Promise<{ message: string; status: DepositStatus }> {
  const { message, pending } = await withCompanyLock(ctx, async (tx) => {
    if (named.replace) await takeBackDecisions(tx, ctx, named);
    const chosen = await requireOpenLines(tx, ctx, named);
    const text = await store(tx, chosen);
    return { message: text, pending: await requestRematch(tx, ctx, [chosen.deposit.id]) };
  });
  const [status = "pending"] = await rematch(ctx, pending);
  return { message, status };
}

/**
 * Ends what users chose for lines. What the engine or a whole match decided stays, and is refused as decided.
 * @throws what {@link requireLines}, {@link requireUnsent} and {@link takeBack} throw.
 */
export async function takeBackDecisions(
  tx: Tx,
  ctx: CompanyContext,
  named: Pick<NamedLines, "deposit_id" | "line_ids">,
): Promise<void> {
  const { deposit, lines } = await requireLines(tx, ctx, named);
  await requireUnsent(tx, ctx, deposit);
  const choices = await tx.match.findMany({
    where: {
      ...{ companyId: ctx.companyId, depositId: deposit.id, state: "accepted", origin: "manual" },
      lines: { some: { lineId: { in: lines.map(({ id }) => id) } } },
    },
    include: { lines: true },
  });
  for (const { id, lines: own } of choices) {
    // The first one changes the deposit's status.
    await takeBack(tx, ctx, await requireDeposit(tx, ctx, deposit.id), id);
    await recordAudit(tx, ctx, {
      action: "deposit.choice_cancelled",
      entity: "deposit",
      entityId: deposit.id,
      data: { lineIds: own.map(({ lineId }) => lineId) },
    });
  }
}

/** Lines of a deposit that a user decides about. */
interface OpenLines {
  deposit: DepositWithLines;
  lines: DepositLine[];
}

interface Named {
  deposit_id: number;
  line_ids: readonly number[];
}

/** @throws NotFoundError when the deposit or a line of it does not exist, or is another company's. */
export async function requireLines(
  tx: Tx,
  ctx: CompanyContext,
  { deposit_id, line_ids }: Named,
): Promise<OpenLines> {
  const deposit = await requireDeposit(tx, ctx, deposit_id);
  const wanted = new Set(line_ids);
  const lines = deposit.lines.filter(({ id }) => wanted.has(id));
  if (lines.length < wanted.size) throw new NotFoundError("This line isn't part of the deposit.");
  return { deposit, lines };
}

/**
 * Lines that can still be decided, under the company's lock.
 * @throws NotFoundError; ConflictError when the deposit is posted or being posted, its payout came back, or
 *   one of the lines is decided already.
 */
export async function requireOpenLines(
  tx: Tx,
  ctx: CompanyContext,
  named: Named,
): Promise<OpenLines> {
  const found = await requireLines(tx, ctx, named);
  await requireUnsent(tx, ctx, found.deposit);
  const decided = await tx.matchLine.count({
    where: {
      companyId: ctx.companyId,
      lineId: { in: found.lines.map(({ id }) => id) },
      live: true,
      match: { state: "accepted" },
    },
  });
  if (decided > 0) {
    throw new ConflictError(
      "already_matched",
      named.line_ids.length === 1
        ? "This line is already matched. Reload the page."
        : "One of these lines is already matched. Reload the page.",
    );
  }
  return found;
}

/** @throws ConflictError when the deposit is posted or being posted, or its payout came back. */
async function requireUnsent(
  tx: Tx,
  ctx: CompanyContext,
  { id, status, payoutStatus }: DepositWithLines,
): Promise<void> {
  if (status === "posted") {
    throw new ConflictError("already_posted", "This deposit is posted. Undo the match first.");
  }
  if (payoutStatus === "failed" || payoutStatus === "canceled") {
    throw new ConflictError(
      "payout_failed",
      "This payout didn't reach the bank, so it can't be matched.",
    );
  }
  const [posting] = await lockPostings(tx, ctx, [id]);
  if (posting && isUnderway(posting)) {
    throw new ConflictError(
      "posting_in_progress",
      "This deposit is being posted. Try again in a moment.",
    );
  }
}

/** Stripe's balance transactions: no screen of Stripe and no receipt shows them. */
const INTERNAL = /^txn_/;

/** The processor's id of a line that people and the books know: of the charge, refund or dispute. */
export function processorReference({
  providerId,
  reference,
}: Pick<DepositLine, "providerId" | "reference">): string {
  if (!INTERNAL.test(providerId)) return providerId;
  return reference.split(" ").find((id) => id !== "" && id !== providerId) ?? providerId;
}

/** The rule that decides in a user's place. */
export interface DecidingRule {
  id: number;
  /** In words. */
  text: string;
}

/** What an audit row says of it. */
export function ruleFacts(rule: DecidingRule | null) {
  return rule ? { ruleId: rule.id, rule: rule.text } : {};
}

/**
 * Ends a user's choice, an accepted match: its lines are open again. A deposit that was matched is pending, with its
 * other matches as suggestions. Under the company's lock; the caller has checked that the deposit isn't sent.
 * @throws ConflictError once the books may hold a part of the deposit.
 */
async function takeBack(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  matchId: string,
): Promise<void> {
  await requireNothingCreated(tx, ctx, deposit);
  const { companyId } = ctx;
  const { id: depositId, status } = deposit;
  await tx.match.update({
    where: { companyId_id: { companyId, id: matchId } },
    data: { state: "undone", live: false, decidedBy: ctx.userId, decidedAt: new Date() },
  });
  await removePlanned(tx, ctx, [depositId]);
  if (status === "matched") {
    await tx.posting.updateMany({
      where: { companyId, depositId, NOT: { state: "undone" } },
      data: { state: "undone", undoneAt: new Date() },
    });
    await tx.match.updateMany({
      where: { companyId, depositId, state: "accepted", NOT: { origin: "manual" } },
      data: { state: "proposed", decidedBy: null, decidedAt: null },
    });
  }
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: depositId } },
    data: { version: { increment: 1 }, ...(status === "matched" && { status: "pending" }) },
  });
}

/** Once a posting has begun to create payments, only an undo knows how to remove them. */
async function requireNothingCreated(
  tx: Tx,
  ctx: CompanyContext,
  { id: depositId }: DepositWithLines,
): Promise<void> {
  const sent = await tx.plannedPayment.count({
    where: { companyId: ctx.companyId, depositId, removedAt: null, NOT: { sentAt: null } },
  });
  if (sent > 0) {
    const { name } = await loadLedgerWords(ctx, tx);
    throw new ConflictError(
      "already_posted",
      `Part of this deposit is already in ${name}. Undo the match to remove it.`,
    );
  }
}

/**
 * Takes back what a user chose for lines of a deposit. A deposit that was matched is open again, with its other
 * matches as suggestions.
 * @throws NotFoundError; ConflictError when the deposit is posted or being posted, or the books may hold a part of
 *   it already.
 */
export async function takeBackDecision(
  ctx: CompanyContext,
  { deposit_id, payment_id, line_id }: BodyOf<typeof contract>,
): Promise<{ message: string; status: DepositStatus }> {
  const pending = await withCompanyLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, deposit_id);
    await requireUnsent(tx, ctx, deposit);
    const match = await chosenMatch(tx, ctx, deposit, chosenBy(payment_id, line_id));
    await takeBack(tx, ctx, deposit, match.id);
    await recordAudit(tx, ctx, {
      action: "deposit.choice_cancelled",
      entity: "deposit",
      entityId: deposit.id,
      data: {
        lineIds: match.lines.map(({ lineId }) => lineId),
        ...(payment_id !== undefined && { paymentId: payment_id }),
      },
    });
    return requestRematch(tx, ctx, [deposit.id]);
  });
  const [status = "pending"] = await rematch(ctx, pending);
  return { message: "Choice removed", status };
}

const withWhat = { lines: true } satisfies Prisma.MatchInclude;
type ChosenMatch = Prisma.MatchGetPayload<{ include: typeof withWhat }>;

/** What the choice is known by: a payment of it, or a line. */
function chosenBy(paymentId?: string, lineId?: number): Prisma.MatchWhereInput {
  if (paymentId !== undefined)
    return { payments: { some: { payment: { providerId: paymentId } } } };
  if (lineId !== undefined) return { lines: { some: { lineId } } };
  throw new UnusableInputError("Name the payment or the line whose choice is taken back.");
}

async function chosenMatch(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: depositId }: DepositWithLines,
  by: Prisma.MatchWhereInput,
): Promise<ChosenMatch> {
  const match = await tx.match.findFirst({
    where: {
      ...{ companyId, depositId, state: "accepted", origin: "manual" },
      ...by,
    },
    include: withWhat,
  });
  if (!match) throw new NotFoundError("This choice no longer exists. Reload the page.");
  return match;
}
